/** The parameters in the list's address, and the tab of each status. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import * as z from 'zod/mini'
import { listFields } from '../../../components/lists/list-state.ts'
import { DEFAULT_RANGE, rangeOf } from '../../../components/display/ranges.ts'

export const TABS = {
  all: CAMPAIGN_STATUSES,
  executing: ['pending', 'executing', 'paused'],
  scheduled: ['scheduled'],
  drafts: ['draft'],
  ended: ['sent', 'ended'],
  failed: ['failed', 'cancelled'],
} as const satisfies Record<string, readonly CampaignStatus[]>

export type TabId = keyof typeof TABS
export const TAB_IDS = Object.keys(TABS) as TabId[]

export const SORTS = ['name', '-name', 'schedule', '-schedule', 'updated_on', '-updated_on'] as const

const day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))

export const listState = z.object({
  tab: z._default(z.enum(TAB_IDS), 'all'),
  /** Narrows the tab further; statuses separated by commas. */
  status: z._default(z.string(), ''),
  /** Absent: all channels. */
  channel: z.optional(z.enum(CHANNELS)),
  tag: z.optional(z.string()),
  from: day,
  to: day,
  sort: z._default(z.enum(SORTS), '-schedule'),
  ...listFields,
})

export type ListState = z.output<typeof listState>

/** The chosen days; by default the last month up to today on the application's clock. */
export function daysOf({ from, to }: ListState, zone: string | undefined): { from: string; to: string } {
  return from !== undefined && to !== undefined ? { from, to } : rangeOf(DEFAULT_RANGE, zone)
}

/**
 * The statuses to request, separated by commas: the chosen ones, otherwise those of the tab. Undefined requests all.
 */
export function statusesOf({ tab, status }: ListState): string | undefined {
  if (status !== '') return status
  return tab === 'all' ? undefined : TABS[tab].join(',')
}

export function isNarrowed({ search, status, tab, channel, tag }: ListState): boolean {
  return channel !== undefined || tag !== undefined || search !== '' || status !== '' || tab !== 'all'
}
