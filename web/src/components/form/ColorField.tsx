import type { ChangeEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

interface ColorFieldProps {
  label: string
  value: string
  help?: ReactNode
  error?: string | undefined
  onChange: (value: string) => void
  onLeft?: (() => void) | undefined
  readOnly?: boolean
}

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
const LONG = /^#[0-9a-f]{6}$/i

/** A colour such as #443DF6, typed in hexadecimal or picked. */
export function ColorField({ label, value, help, error, onChange, onLeft, readOnly }: ColorFieldProps) {
  const { t } = useTranslation()
  const shown = LONG.test(value)
    ? value
    : SHORT.test(value)
      ? value.replace(SHORT, '#$1$1$2$2$3$3')
      : value === ''
        ? '#ffffff'
        : '#000000'
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.value)
  return (
    <Field label={label} help={help} error={error}>
      <TextInput
        mono
        dir="ltr"
        maxLength={7}
        value={value}
        onChange={change}
        onBlur={onLeft}
        readOnly={readOnly}
        prefix={
          <input
            type="color"
            aria-label={t('ui.chooseColor', { label })}
            value={shown}
            onChange={change}
            disabled={readOnly}
            className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-1 border border-line-strong bg-transparent p-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
          />
        }
      />
    </Field>
  )
}
