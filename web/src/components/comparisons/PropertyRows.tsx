import { RULE_VALUE_MAX } from '@notifly/contracts/segments/comparisons'
import { COMPARISONS_MAX } from '@notifly/contracts/segments/rules'
import type { EventNameDetails } from '@notifly/contracts/events/events'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import { Select } from '../../ui/controls/options/Select.tsx'
import { SuggestInput } from '../../ui/controls/options/SuggestInput.tsx'
import {
  type ComparedType,
  comparisonDraft,
  OPERATORS,
  type Operator,
  type PropertyDraft,
  propertyDraft,
} from './comparison-draft.ts'
import { ComparedValue } from './ComparedValue.tsx'
import { useEventProperties, usePropertyOptions } from './use-event-choices.ts'

export interface PropertyRowsProps {
  /** The event's name. */
  name: string
  drafts: readonly PropertyDraft[]
  /** `about` identifies the edited field, for undo. */
  onChange: (drafts: PropertyDraft[], about?: string) => void
  /** Renders a control at its place, such as `properties.0.value`. */
  slot: (place: string, label: string, control: ReactNode, narrow?: boolean) => ReactNode
  today: string
}

/** Conditions on the properties of an event, one row each. All of them must hold. */
export function PropertyRows({ name, drafts, onChange, slot, today }: PropertyRowsProps) {
  const { t } = useTranslation('segments')
  const properties = useEventProperties(name)
  const { root, focusRow, focusEnd } = useRowFocus(drafts.length)
  const write = (at: number, draft: PropertyDraft, about?: string) =>
    onChange(drafts.with(at, draft), about && `${at} ${about}`)
  return (
    <div ref={root} className="flex basis-full flex-col items-start gap-2">
      {drafts.map((draft, at) => (
        <div
          key={at}
          role="group"
          aria-label={t('event.property', { n: at + 1 })}
          data-property={at}
          className="grid w-full grid-cols-[2.75rem_minmax(0,1fr)_auto] items-start gap-2 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:border-s-2 max-sm:border-line max-sm:ps-2"
        >
          <span className="pt-2 text-12 text-muted max-sm:hidden">{t(at === 0 ? 'event.where' : 'join.all')}</span>
          <div className="flex min-w-0 flex-wrap gap-2">
            <PropertyRow
              draft={draft}
              onChange={(next, about) => write(at, next, about)}
              slot={(place, label, control, narrow) => slot(`properties.${at}.${place}`, label, control, narrow)}
              properties={properties}
              today={today}
            />
          </div>
          <IconButton
            icon={X}
            label={t('event.removeProperty')}
            onClick={() => {
              focusEnd()
              onChange(drafts.toSpliced(at, 1))
            }}
          />
        </div>
      ))}
      {drafts.length < COMPARISONS_MAX && (
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          data-add-property
          onClick={() => {
            focusRow(drafts.length)
            onChange([...drafts, propertyDraft()])
          }}
        >
          {t('event.addProperty')}
        </Button>
      )}
    </div>
  )
}

interface PropertyRowProps {
  draft: PropertyDraft
  onChange: (draft: PropertyDraft, about?: string) => void
  slot: PropertyRowsProps['slot']
  properties: EventNameDetails['properties']
  today: string
}

function PropertyRow({ draft, onChange, slot, properties, today }: PropertyRowProps) {
  const { t } = useTranslation('segments')
  const options = usePropertyOptions(properties, draft.property)
  const known = properties.find(({ name }) => name === draft.property)
  const typeOf = (property: string) => properties.find(({ name }) => name === property)?.type
  const values = (known?.examples ?? []).filter(({ value }) => value.toLowerCase().startsWith(draft.text.toLowerCase()))
  return (
    <>
      {slot(
        'property',
        t('event.propertyName'),
        <SuggestInput
          value={draft.property}
          onChange={property => onChange(named(draft, property, typeOf(property)), 'property')}
          options={options}
          onQuery={() => undefined}
          maxLength={RULE_VALUE_MAX}
          placeholder={t('event.chooseProperty')}
        />,
      )}
      <OperatorSelect draft={draft} known={known?.type} onChange={onChange} slot={slot} />
      <ComparedValue
        draft={draft}
        onChange={(change, about) => onChange({ ...draft, ...change }, about)}
        slot={slot}
        today={today}
        placeholder={t('builder.value')}
        text={
          <SuggestInput
            value={draft.text}
            onChange={text => onChange({ ...draft, text }, 'text')}
            options={values.map(({ value }): Option => ({ value, label: value }))}
            onQuery={() => undefined}
            maxLength={RULE_VALUE_MAX}
            placeholder={t('builder.value')}
          />
        }
      />
    </>
  )
}

const TYPES: readonly ComparedType[] = ['text', 'number', 'date', 'boolean']

/** Operators for a known type; for texts and unknown types the operators of all types. */
function OperatorSelect({
  draft,
  known,
  onChange,
  slot,
}: Pick<PropertyRowProps, 'draft' | 'onChange' | 'slot'> & { known: ComparedType | undefined }) {
  const { t } = useTranslation('segments')
  const isFixed = known !== undefined && known !== 'text' && known === draft.type
  const types = isFixed ? [known] : TYPES
  return slot(
    'op',
    t('builder.comparison'),
    <Select
      value={`${draft.type} ${draft.op}`}
      onChange={chosen => {
        const [type, op] = chosen.split(' ') as [ComparedType, Operator]
        onChange({ ...draft, type, op })
      }}
      options={types.flatMap(type =>
        OPERATORS[type].map(op => ({
          value: `${type} ${op}`,
          label: t(`op.${type}.${op}`),
          ...(!isFixed && { group: t(`event.as.${type}`) }),
        })),
      )}
    />,
  )
}

/** Switches to the property's type; drops an operator of another type. */
function named(draft: PropertyDraft, property: string, type: ComparedType | undefined): PropertyDraft {
  if (type === undefined || type === draft.type) return { ...draft, property }
  return { ...draft, property, type, op: comparisonDraft(type).op }
}

/** Moves the focus into an added row, or next to a removed one. */
function useRowFocus(rows: number) {
  const root = useRef<HTMLDivElement>(null)
  const pendingFocus = useRef<string>(undefined)
  useEffect(() => {
    if (pendingFocus.current === undefined) return
    root.current?.querySelector<HTMLElement>(pendingFocus.current)?.focus()
    pendingFocus.current = undefined
  }, [rows])
  return {
    root,
    focusRow: (at: number) => {
      pendingFocus.current = `[data-property="${at}"] input`
    },
    focusEnd: () => {
      pendingFocus.current = '[data-add-property]'
    },
  }
}
