import { countriesIn } from '@notifly/contracts/contacts/countries'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../ui/controls/options/option.ts'

/** All countries as options, by name in the reader's language; values are country codes. */
export function useCountries(): Option[] {
  const { i18n } = useTranslation()
  return useMemo(
    () => countriesIn(i18n.language).map(({ code, name }) => ({ value: code, label: name })),
    [i18n.language],
  )
}
