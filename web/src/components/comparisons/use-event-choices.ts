import { type EventNameDetails, listEventNames, readEventName } from '@notifly/contracts/events/events'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readOptions } from '../../api/queries.ts'
import type { Option } from '../../ui/controls/options/option.ts'
import { useSettled } from '../../ui/feedback/use-settled.ts'
import { useDisplay } from '../display/use-display.ts'

const SHOWN = 20
/** Waits for a pause in typing. */
const PAUSE_MS = 150
const FRESH_MS = 60_000
const NAME_SEARCH_MAX = 100

/** Event names with their recent frequency. Nothing is requested before the first search. */
export function useEventNames(): { options: Option[]; search: (text: string) => void } {
  const { number } = useDisplay()
  const [typed, setTyped] = useState<string>()
  const settled = useSettled(typed, PAUSE_MS)
  const query = { search: (settled ?? '').trim().slice(0, NAME_SEARCH_MAX), sort: '-count', per_page: SHOWN } as const
  const { data } = useQuery({
    ...readOptions(listEventNames, { query }, { quiet: true }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  })
  const options = (data ?? []).map(({ name, count }): Option => ({ value: name, label: name, end: number(count) }))
  return { options, search: setTyped }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9 _.:-]*$/

/** Properties of an event; empty while its name is unknown or being typed. */
export function useEventProperties(name: string): EventNameDetails['properties'] {
  const settled = useSettled(name.trim(), PAUSE_MS)
  const { data } = useQuery({
    ...readOptions(readEventName, { params: { name: settled } }, { quiet: true }),
    enabled: NAME.test(settled),
    staleTime: FRESH_MS,
    retry: false,
  })
  return data?.name === settled ? data.properties : []
}

/** Suggested property names, each with its type and a frequent value. */
export function usePropertyOptions(properties: EventNameDetails['properties'], typed: string): Option[] {
  const { t } = useTranslation('segments')
  const part = typed.trim().toLowerCase()
  return properties
    .filter(({ name }) => name.includes(part) && name !== part)
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name))
    .slice(0, SHOWN)
    .map(({ name, type, examples: [first] }) => ({
      value: name,
      label: name,
      help: [t(`type.${type}`), first && t('subject.sample', { sample: first.value })].filter(Boolean).join(' · '),
    }))
}
