import { countryName, countryOf } from '@notifly/contracts/contacts/countries'
import { RULE_VALUE_MAX } from '@notifly/contracts/segments/comparisons'
import { listSegmentValues } from '@notifly/contracts/segments/segments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readOptions } from '../../../../api/queries.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { localeLabel } from '../../../../locales/locale-label.ts'
import type { Option } from '../../../../ui/controls/options/option.ts'
import { SuggestInput } from '../../../../ui/controls/options/SuggestInput.tsx'
import { useSettled } from '../../../../ui/feedback/use-settled.ts'

export interface TextValueProps {
  field: string
  text: string
  onChange: (text: string) => void
  placeholder: string
}

/**
 * The text that a condition compares with. Suggests values that contacts have. Countries are shown by name and stored
 * by code.
 */
export function TextValue({ field, text, onChange, placeholder }: TextValueProps) {
  const { i18n } = useTranslation()
  const { options, search } = useSuggestions(field)
  const [typed, setTyped] = useState<string>()
  const isCountry = field === 'country'
  // While an author types a country, the text is left alone: "in" may become "indonesia".
  const shown = isCountry && text !== typed ? countryName(text, i18n.language) : text
  const settle = () => {
    const code = isCountry && typed !== undefined ? countryOf(typed) : undefined
    setTyped(undefined)
    if (code !== undefined && typed === text) onChange(code)
  }
  return (
    <SuggestInput
      value={shown}
      onChange={next => {
        setTyped(next)
        onChange(next)
      }}
      options={options}
      onQuery={search}
      onPick={({ value }) => {
        setTyped(undefined)
        onChange(value)
      }}
      onBlur={settle}
      maxLength={RULE_VALUE_MAX}
      placeholder={placeholder}
    />
  )
}

/** Waits for a pause in typing. */
const PAUSE_MS = 150
const FRESH_MS = 60_000

/**
 * Values of the application's contacts, with the number of contacts for each. Nothing is requested before the first
 * search.
 */
function useSuggestions(field: string): { options: Option[]; search: (text: string) => void } {
  const { t, i18n } = useTranslation('segments')
  const { number } = useDisplay()
  const [prefix, setPrefix] = useState<string>()
  const settled = useSettled(prefix, PAUSE_MS)
  const query = { field, ...(settled ? { prefix: settled.slice(0, RULE_VALUE_MAX) } : {}) }
  const { data } = useQuery({
    ...readOptions(listSegmentValues, { query }, { quiet: true }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  })
  const options = (data?.values ?? []).map(({ value, contacts }): Option => {
    const shown = number(contacts)
    return {
      value,
      label: field === 'country' ? countryName(value, i18n.language) : value,
      ...(field === 'lang' && { help: localeLabel(value, i18n.language).text }),
      end: data?.estimated ? t('count.about', { shown }) : shown,
    }
  })
  return { options, search: setPrefix }
}
