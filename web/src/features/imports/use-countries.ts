import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../ui/controls/option.ts'

/** Codes that name no country with numbers of its own. */
const NONE = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'AN', 'DD', 'SU', 'YU', 'TP', 'FX', 'BU', 'ZR'])

/** All countries by name, in the page's language. */
export function useCountries(): Option[] {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    return letters
      .flatMap(first => letters.map(second => first + second))
      .flatMap(value => {
        const isCurrent = !NONE.has(value) && Intl.getCanonicalLocales(`und-${value}`)[0] === `und-${value}`
        const label = isCurrent ? names.of(value) : undefined
        return label === undefined ? [] : [{ value, label }]
      })
      .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  }, [locale])
}
