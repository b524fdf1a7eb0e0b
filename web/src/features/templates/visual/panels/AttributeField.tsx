import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MergeText } from '../../../../components/fields/MergeText.tsx'
import { ColorField } from '../../../../components/form/ColorField.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { withAttribute } from '../mjml/attributes.ts'
import { lookOf, paddingOf, pixelsOf } from '../mjml/look.ts'
import { type ElementNode, replace } from '../mjml/tree.ts'
import { useVisualShared } from '../visual-context.ts'
import type { FieldSpec } from './fields.ts'

interface AttributeFieldProps {
  node: ElementNode
  spec: FieldSpec
}

/** Changes attributes of an element. */
export function useAttributes(node: ElementNode): (changes: Readonly<Record<string, string | undefined>>) => void {
  const { visual } = useVisualShared()
  return changes =>
    visual.edit(
      root =>
        replace(root, node.id, each =>
          Object.entries(changes).reduce((now, [name, value]) => withAttribute(now, name, value), each as ElementNode),
        ),
      { about: `${node.id}.${Object.keys(changes).join()}` },
    )
}

/** One attribute, as it holds for the element: its own, else what the head or MJML says. */
export function AttributeField({ node, spec }: AttributeFieldProps) {
  const { t } = useTranslation('visual')
  const { looks, fields, mayWrite } = useVisualShared()
  const change = useAttributes(node)
  const { name, kind, min = 0, max = 1000 } = spec
  const label = t(`fields.${spec.label}`)
  const value = lookOf(node, looks)[name] ?? ''
  const set = (next: string | undefined) => change({ [name]: next })
  const number = (suffix: string, write: (next: number) => string, shown: number | undefined) => (
    <Field label={label}>
      <NumberInput
        value={shown ?? null}
        min={min}
        max={max}
        suffix={suffix}
        disabled={!mayWrite}
        onChange={next => set(next === null ? undefined : write(next))}
      />
    </Field>
  )
  switch (kind) {
    case 'length':
      return number('px', next => `${next}px`, pixelsOf(value))
    case 'number':
      return number('', String, Number.isFinite(Number(value)) && value !== '' ? Number(value) : undefined)
    case 'share':
      return number('%', next => `${next}%`, value.endsWith('%') ? Number.parseFloat(value) : undefined)
    case 'color':
      return <Color key={`${node.id}.${name}`} label={label} value={value} readOnly={!mayWrite} onChange={set} />
    case 'padding':
      return <Padding node={node} label={label} max={max} />
    case 'address':
      return (
        <MergeText
          address
          mail
          label={label}
          value={value}
          fields={fields}
          readOnly={!mayWrite}
          onChange={next => set(next === '' && name !== 'href' ? undefined : next)}
        />
      )
    case 'align':
    case 'vertical':
      return <Choice kind={kind} label={label} value={value} onChange={set} />
  }
}

const CHOICES = {
  align: { left: AlignLeft, center: AlignCenter, right: AlignRight },
  vertical: { top: AlignVerticalJustifyStart, middle: AlignVerticalJustifyCenter, bottom: AlignVerticalJustifyEnd },
} as const

interface ChoiceProps {
  kind: 'align' | 'vertical'
  label: string
  value: string
  onChange: (value: string) => void
}

function Choice({ kind, label, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('visual')
  const { mayWrite } = useVisualShared()
  return (
    <Field label={label}>
      <Segmented
        size="sm"
        block
        aria-label={label}
        disabled={!mayWrite}
        value={value}
        onChange={onChange}
        segments={Object.entries(CHOICES[kind]).map(([each, icon]) => ({
          value: each,
          icon,
          iconOnly: true,
          label: t(`places.${each as Place}`),
        }))}
      />
    </Field>
  )
}

type Place = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

const WHOLE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

interface ColorProps {
  label: string
  value: string
  readOnly?: boolean
  onChange: (value: string | undefined) => void
}

/** A colour; what is half typed changes nothing yet. */
export function Color({ label, value, readOnly = false, onChange }: ColorProps) {
  const { t } = useTranslation('visual')
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? value
  const isWrong = draft !== undefined && draft !== '' && !WHOLE.test(draft)
  return (
    <ColorField
      label={label}
      value={shown}
      readOnly={readOnly}
      error={isWrong && draft.length > 6 ? t('fields.wrongColor') : undefined}
      onLeft={() => setDraft(undefined)}
      onChange={next => {
        setDraft(next)
        if (next === '') onChange(undefined)
        else if (WHOLE.test(next)) onChange(next.toLowerCase())
      }}
    />
  )
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** Room around an element, side by side. */
function Padding({ node, label, max }: { node: ElementNode; label: string; max: number }) {
  const { t } = useTranslation('visual')
  const { looks, mayWrite } = useVisualShared()
  const change = useAttributes(node)
  const sides = paddingOf(lookOf(node, looks)).split(' ')
  const set = (at: number, value: number) => {
    const next = sides.map((side, each) => (each === at ? `${value}px` : side)).join(' ')
    change({ padding: next, ...Object.fromEntries(SIDES.map(side => [`padding-${side}`, undefined])) })
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid grid-cols-4 gap-2">
        {SIDES.map((side, at) => (
          <label key={side} className="block text-12 text-muted">
            <NumberInput
              value={pixelsOf(sides[at]) ?? null}
              min={0}
              max={max}
              disabled={!mayWrite}
              aria-label={t('fields.paddingOf', { side: t(`places.${side}`) })}
              onChange={next => set(at, next ?? 0)}
            />
            <span aria-hidden className="mt-0.5 block truncate text-center">
              {t(`places.${side}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
