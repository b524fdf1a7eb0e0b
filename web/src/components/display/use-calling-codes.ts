import { CALLING_CODES, countriesCalled } from '@notifly/contracts/sms/calling-codes'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../ui/controls/options/option.ts'

/**
 * Calling codes in the reader's language: options such as "India (+91)", sorted by name, and the countries of a code.
 */
export function useCallingCodes(): { options: Option[]; nameOf: (code: string) => string } {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const list = new Intl.ListFormat(locale)
    const nameOf = (code: string) => list.format(countriesCalled(code, locale))
    const options = CALLING_CODES.map(code => ({ value: code, label: `${nameOf(code)} (+${code})` }))
    return { nameOf, options: options.toSorted((one, other) => one.label.localeCompare(other.label, locale)) }
  }, [locale])
}
