/**
 * What the wire calls things, in one place: a run's state, a delivery's state and moments, the numbers of the
 * specification, and the filters that take any of them.
 */
import { CAMPAIGN_STATUSES, type CampaignStatus } from '@notifly/contracts/campaigns'
import { DELIVERY_STATUSES, EMAIL_STATUS_CODES, type DeliveryStatus } from '@notifly/contracts/deliveries'
import { reasonNumber, reasonOf } from '../../delivery/reasons.ts'
import type { RunState } from '../../delivery/runs/run-queries.ts'
import { COUNTER_NAMES, STATE, STATE_NAMES, type State } from '../../delivery/states.ts'
import { invalidField } from '../../lib/app-error.ts'

/** A run is what a campaign can be, or a moment that passed without one. */
type RunStatus = CampaignStatus | 'missed'

const RUN_STATUS: Record<RunState, RunStatus> = {
  preparing: 'pending',
  executing: 'executing',
  paused: 'paused',
  cancelling: 'cancelled',
  done: 'sent',
  cancelled: 'cancelled',
  failed: 'failed',
  missed: 'missed',
}

/** A run that waits for its moment is scheduled; "pending" is one that is being prepared. */
export function runStatus(state: string, opensAt: Date, now: Date): RunStatus {
  if (state === 'preparing' && opensAt > now) return 'scheduled'
  return RUN_STATUS[state as RunState] ?? 'pending'
}

/** The numbers of campaign statuses in filters. */
const RUN_STATUS_NUMBERS: readonly CampaignStatus[] = [
  'pending',
  'executing',
  'sent',
  'scheduled',
  'ended',
  'failed',
  'cancelled',
  'paused',
  'draft',
]

export interface RunFilter {
  states: RunState[]
  /** Among those being prepared: those that wait for their moment, those that do not, or both. */
  preparing: 'scheduled' | 'pending' | 'both'
}

/** Reads names or numbers, separated by commas. A run is never a draft and never ended: these find nothing. */
export function readRunFilter(text: string | undefined): RunFilter | null {
  if (text === undefined || text.trim() === '') return null
  const names = text.split(',').map(part => {
    const name = /^\d$/.test(part.trim()) ? RUN_STATUS_NUMBERS[Number(part)] : part.trim()
    if (name !== 'missed' && !CAMPAIGN_STATUSES.some(status => status === name)) throw unknownStatus(part)
    return name as RunStatus
  })
  const states = (Object.keys(RUN_STATUS) as RunState[]).filter(state => names.includes(RUN_STATUS[state]))
  const isScheduled = names.includes('scheduled')
  const isPending = names.includes('pending')
  if (isScheduled && !isPending) states.push('preparing')
  return { states, preparing: isScheduled && isPending ? 'both' : isScheduled ? 'scheduled' : 'pending' }
}

/** What decides the status of one delivery. Moments that have not come are null. */
export interface Standing {
  state: number
  reason: number
  openedAt: Date | null
  clickedAt: Date | null
  unsubscribedAt: Date | null
  /** The batch that a pending one waits in. */
  isLeased: boolean
  waitsForMoment: boolean
}

/** The furthest that can be said. A bounce or complaint outweighs what the reader did. */
export function currentStatus(standing: Standing): DeliveryStatus {
  const { state } = standing
  if (state === STATE.pending) return standing.isLeased ? 'sending' : standing.waitsForMoment ? 'scheduled' : 'pending'
  if (state === STATE.sent || state === STATE.delivered) {
    if (standing.unsubscribedAt !== null) return 'unsubscribed'
    if (standing.clickedAt !== null) return 'clicked'
    if (standing.openedAt !== null) return 'opened'
  }
  return STATE_NAMES[state as State]
}

const UNSUBSCRIBED_REASONS = [
  reasonNumber('unsubscribed'),
  reasonNumber('suppressed_unsubscribe'),
  reasonNumber('unsubscribed_topic'),
]

/** The specification's number for email. Skipped because the person had left counts as unsubscribed. */
export function statusCode(status: DeliveryStatus, reason: number): number {
  if (status === 'skipped' && UNSUBSCRIBED_REASONS.includes(reason)) return EMAIL_STATUS_CODES.unsubscribed
  return EMAIL_STATUS_CODES[status]
}

export function reasonWords(reason: number): { reason: string | null; reason_text: string | null } {
  const known = reasonOf(reason)
  return { reason: known?.name ?? null, reason_text: known?.sentence ?? null }
}

/** Counters by number, as `counts` of the wire; what is zero is left out. */
export function presentCounts(counters: ReadonlyMap<number, number>): Record<string, number> {
  const named = [...counters].flatMap(([state, n]) => {
    const name = COUNTER_NAMES[state]
    return name === undefined || n === 0 ? [] : [[name, n] as const]
  })
  return Object.fromEntries(named)
}

/** One part of a filter of recipients; parts are joined by "or". */
export type DeliveryCondition =
  | { kind: 'states'; states: State[] }
  | { kind: 'moment'; moment: 'opened' | 'clicked' | 'unsubscribed' }
  | { kind: 'leased' }
  | { kind: 'scheduled' }
  | { kind: 'code'; code: number }

const STATE_FILTERS: Partial<Record<DeliveryStatus, State>> = Object.fromEntries(
  Object.entries(STATE_NAMES).map(([state, name]) => [name, Number(state) as State]),
)

/** Reads names or numbers, separated by commas; null for no filter. */
export function readDeliveryFilter(text: string | undefined): DeliveryCondition[] | null {
  if (text === undefined || text.trim() === '') return null
  return text.split(',').map(part => {
    const name = part.trim()
    if (/^[0-5]$/.test(name)) return { kind: 'code', code: Number(name) }
    if (!DELIVERY_STATUSES.some(status => status === name)) throw unknownStatus(part)
    return conditionOf(name as DeliveryStatus)
  })
}

function conditionOf(name: DeliveryStatus): DeliveryCondition {
  const state = STATE_FILTERS[name]
  if (state !== undefined) return { kind: 'states', states: [state] }
  switch (name) {
    case 'opened':
    case 'clicked':
    case 'unsubscribed':
      return { kind: 'moment', moment: name }
    case 'sending':
      return { kind: 'leased' }
    case 'scheduled':
      return { kind: 'scheduled' }
    default:
      // Read and converted are words of other channels.
      return { kind: 'states', states: [] }
  }
}

/** The states that a filter by number covers whole; the rest of its meaning depends on moments (see queries). */
export const CODE_STATES = {
  failed: [STATE.failed, STATE.bounced, STATE.complained, STATE.expired, STATE.cancelled],
  unsubscribedReasons: UNSUBSCRIBED_REASONS,
} as const

function unknownStatus(part: string): Error {
  return invalidField('status', `There is no status "${part.trim().slice(0, 40)}".`)
}
