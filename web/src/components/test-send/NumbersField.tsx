import { bareNumber, mayHaveCountryCodeWithoutPlus, hasCountryCode } from '@notifly/contracts/contacts/phone-numbers'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { RECEIVERS_MAX, splitReceivers } from './receivers.ts'

export interface NumbersFieldProps {
  value: string
  onChange: (typed: string) => void
  error: string | undefined
}

/** Phone numbers separated by commas. */
export function NumbersField({ value, onChange, error }: NumbersFieldProps) {
  const { t } = useTranslation('test-send')
  return (
    <Field label={t('numbers.label')} help={t('numbers.help')} error={error}>
      <TextInput
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        type="tel"
        dir="ltr"
        autoComplete="tel"
        placeholder="+91 98765 43210"
        maxLength={400}
      />
    </Field>
  )
}

/**
 * The typed numbers, or the translation key of the error. Only the server checks whether a number is valid in its
 * country.
 */
export function readNumbers(
  typed: string,
): { numbers: string[] } | { fault: 'numbers.none' | 'numbers.plus' | 'tooMany' } {
  const numbers = splitReceivers(typed, { spaced: true })
  if (numbers.length === 0) return { fault: 'numbers.none' }
  if (!numbers.map(bareNumber).every(bare => hasCountryCode(bare) || mayHaveCountryCodeWithoutPlus(bare)))
    return { fault: 'numbers.plus' }
  return numbers.length > RECEIVERS_MAX ? { fault: 'tooMany' } : { numbers }
}
