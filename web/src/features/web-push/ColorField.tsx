import { useTranslation } from 'react-i18next'
import { ColorInput } from '../../ui/controls/ColorInput.tsx'
import { Field } from '../../ui/controls/Field.tsx'

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
