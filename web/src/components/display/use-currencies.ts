import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../ui/controls/options/option.ts'

/** All currencies as options, by name in the reader's language. */
export function useCurrencies(): Option[] {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'currency' })
    return Intl.supportedValuesOf('currency')
      .map(code => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
      .toSorted((one, other) => one.label.localeCompare(other.label, i18n.language))
  }, [i18n.language])
}
