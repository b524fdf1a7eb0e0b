import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'

export interface ColorFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onLeft: () => void
}

/** A colour of a prompt with its name. */
export function ColorField({ label, value, error, onChange, onLeft }: ColorFieldProps) {
  const { t } = useTranslation('prompts')
  return (
    <Field label={label} error={error}>
      <ColorInput value={value} swatchLabel={t('chooseColor', { label })} onChange={onChange} onBlur={onLeft} />
    </Field>
  )
}

type ColorInputProps = {
  /** Such as #443DF6. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** Name of the swatch, which opens the system's own chooser. */
  swatchLabel: string
}

const SHORT = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
const LONG = /^#[0-9a-f]{6}$/i

/** A colour: typed in hexadecimal, or chosen by eye. */
function ColorInput({ value, onChange, onBlur, swatchLabel }: ColorInputProps) {
  const shown = LONG.test(value) ? value : SHORT.test(value) ? value.replace(SHORT, '#$1$1$2$2$3$3') : '#000000'
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange(currentTarget.value)
  return (
    <TextInput
      mono
      dir="ltr"
      maxLength={7}
      value={value}
      onChange={change}
      onBlur={onBlur}
      prefix={
        <input
          type="color"
          aria-label={swatchLabel}
          value={shown}
          onChange={change}
          className="size-4.5 shrink-0 cursor-pointer appearance-none rounded-1 border border-line-strong bg-transparent p-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
      }
    />
  )
}
