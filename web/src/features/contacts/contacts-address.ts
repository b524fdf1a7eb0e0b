/** The parameters in the address of a list of contacts, and the columns that a reader selected last. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import {
  CONTACT_CHANGES,
  CONTACT_PROMPTS,
  CONTACT_SORTS,
  type ContactSort,
  DEVICE_CHANNELS,
  DEVICE_LOSSES,
} from '@notifly/contracts/contacts/audience'
import { REACH_STATUSES } from '@notifly/contracts/contacts/reach'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { dayFields, listFields } from '../../components/lists/list-state.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'

export const PER_PAGE_CHOICES = [10, 25, 50, 100] as const

const state = z.object({
  ...listFields,
  sort: z._default(z.enum(CONTACT_SORTS.flatMap((name): ContactSort[] => [name, `-${name}`])), '-added_on'),
  per_page: z._default(z.coerce.number().check(z.minimum(10), z.maximum(100)), 10),
  reach: z.optional(z.enum(REACH_STATUSES)),
  /** The channel that reaches them, email unless named; alone: whom it reaches. */
  channel: z.optional(z.enum(CHANNELS)),
  test: z.optional(z.enum(['true', 'false'])),
  in: z.optional(z.string()),
  device: z.optional(z.enum(DEVICE_CHANNELS)),
  prompt: z.optional(z.enum(CONTACT_PROMPTS)),
  /** What happened on the days `from` and `to` and between them. */
  change: z.optional(z.enum(CONTACT_CHANGES)),
  lost_by: z.optional(z.enum(DEVICE_LOSSES)),
  ...dayFields,
  /** Ids of columns, separated by commas. Absent: those that the reader chose last. */
  columns: z.optional(z.string()),
})
export type ContactsState = z.infer<typeof state>

export function useContactsState() {
  return useUrlState(state)
}

/** Without what a dashboard's number brought along. */
export const NOT_BEHIND = {
  device: undefined,
  prompt: undefined,
  change: undefined,
  lost_by: undefined,
  from: undefined,
  to: undefined,
} satisfies Partial<ContactsState>

/** What the server is asked for. */
export function filterOf(
  { search, reach, test, channel, in: segment, device, prompt, change, lost_by, from, to }: ContactsState,
  segmentUuid: string | undefined,
) {
  const chosen = segmentUuid ?? segment
  return {
    search,
    ...(reach !== undefined && { reachability: reach }),
    ...(channel !== undefined && { channel }),
    ...(test !== undefined && { is_test: test }),
    ...(chosen !== undefined && { segment_uuid: chosen }),
    ...(device !== undefined && { device }),
    ...(prompt !== undefined && { prompt }),
    ...(change !== undefined && { change, lost_by, change_from: from, change_to: to }),
  }
}

/** Columns of our own that the list can show, in order; merge fields follow them as `f.name`. */
export const OWN_COLUMNS = [
  'email',
  'reach',
  'external_user_id',
  'phone_number',
  'country',
  'lang',
  'timezone',
  'platform_type',
  'is_test',
  'segments',
  'last_activity_on',
  'created_on',
  'updated_on',
  'added_on',
] as const
export type OwnColumn = (typeof OWN_COLUMNS)[number]

export const DEFAULT_COLUMNS: readonly string[] = [
  'reach',
  'external_user_id',
  'segments',
  'last_activity_on',
  'added_on',
]

const keyOf = (slug: string) => `notifly.contact-columns.${slug}`

/** Columns by the address, else as chosen last in this application, else the usual ones; and how to choose others. */
export function useChosenColumns([{ columns }, change]: ReturnType<typeof useContactsState>): [
  readonly string[],
  (ids: readonly string[]) => void,
] {
  const slug = useSlug()
  const [remembered, setRemembered] = useState(() => localStorage.getItem(keyOf(slug)) ?? undefined)
  const choose = useCallback(
    (ids: readonly string[]) => {
      const text = ids.join(',')
      const isUsual = text === DEFAULT_COLUMNS.join(',')
      if (isUsual) localStorage.removeItem(keyOf(slug))
      else localStorage.setItem(keyOf(slug), text)
      setRemembered(isUsual ? undefined : text)
      change({ columns: isUsual ? undefined : text }, { replace: true })
    },
    [slug, change],
  )
  const text = columns ?? remembered
  return [text === undefined ? DEFAULT_COLUMNS : text.split(',').filter(id => id !== ''), choose]
}
