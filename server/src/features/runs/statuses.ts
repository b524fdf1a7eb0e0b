/**
 * Names and numbers of the API in one place: a run's state, a delivery's state and times, the numbers of the specification, and the filters
 * that accept any of them.
 */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_STATUSES, type CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { DELIVERY_STATUSES, type DeliveryStatus, type Recipient, statusCode } from '@notifly/contracts/runs/deliveries'
import { english } from '@notifly/contracts/sentences/english'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { REASON_NAMES, reasonNumber, reasonOf } from '../../engine/reasons.ts'
import type { RunState } from '../../engine/runs/run-queries.ts'
import {
  COUNTER_NAMES,
  counterName,
  countsByName,
  type EngagementName,
  STATE,
  STATE_NAMES,
  stateName,
  type State,
} from '../../engine/states.ts'
import { type AppError, invalidField } from '../../lib/app-error.ts'

/** A run has a campaign's status, or is a scheduled time that passed without one. */
type RunStatus = CampaignStatus | 'missed'

const RUN_STATUS: Record<RunState, RunStatus> = {
  preparing: 'pending',
  executing: 'executing',
  // A stream between two messages.
  idle: 'executing',
  paused: 'paused',
  cancelling: 'cancelled',
  done: 'sent',
  cancelled: 'cancelled',
  failed: 'failed',
  missed: 'missed',
}

/** A run that waits for its time is scheduled; "pending" is one that is being prepared. */
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

/** Parses names or numbers, separated by commas. A run is never a draft and never ended: these match nothing. */
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

/** What determines the status of a delivery. Times are null if the event has not happened. */
export interface Standing {
  channel: Channel
  state: number
  reason: number
  openedAt: Date | null
  clickedAt: Date | null
  unsubscribedAt: Date | null
  dismissedAt: Date | null
  /** The batch that a pending one waits in. */
  isLeased: boolean
  waitsForMoment: boolean
}

/** The most advanced status. A bounce or complaint takes precedence over the reader's actions. */
export function currentStatus(standing: Standing): DeliveryStatus {
  const { state } = standing
  if (state === STATE.pending) return standing.isLeased ? 'sending' : standing.waitsForMoment ? 'scheduled' : 'pending'
  if (state === STATE.sent || state === STATE.delivered) {
    if (standing.unsubscribedAt !== null) return 'unsubscribed'
    if (standing.clickedAt !== null) return 'clicked'
    if (standing.openedAt !== null) return standing.channel === 'whatsapp' ? 'read' : 'opened'
    if (standing.dismissedAt !== null) return 'dismissed'
  }
  return stateName(state as State, standing.channel)
}

export function reasonWords(reason: number): Pick<Recipient, 'reason' | 'reason_text' | 'reason_text_sentence'> {
  const known = reasonOf(reason)
  if (known === null) return { reason: null, reason_text: null, reason_text_sentence: null }
  return { reason: known.name, reason_text: english(known.sentence), reason_text_sentence: known.sentence }
}

const WAITING: readonly DeliveryStatus[] = ['pending', 'sending', 'scheduled']

/** The counters of deliveries that may have this status, on any channel. */
export function countersOf(status: DeliveryStatus): number[] {
  if (WAITING.includes(status)) return [STATE.pending]
  return Object.keys(COUNTER_NAMES)
    .map(Number)
    .filter(counter => CHANNELS.some(channel => counterName(counter, channel) === status))
}

/** Counters by number, as `counts` of the API; zeros are left out. `scheduled`: how many of the pending ones wait for their time. */
export function presentCounts(
  counters: ReadonlyMap<number, number>,
  channel: Channel,
  scheduled: number,
): Record<string, number> {
  const { pending: _, ...named } = countsByName(counters, channel)
  const split = Object.entries(splitPending(counters, scheduled)).filter(([, n]) => n > 0)
  return { ...Object.fromEntries(split), ...named }
}

/** Splits pending recipients into those who wait for a time and the others. */
export function splitPending(counters: ReadonlyMap<number, number>, scheduled: number) {
  const pending = counters.get(STATE.pending) ?? 0
  // Each is read by itself: a batch may have begun in between.
  const waiting = Math.min(scheduled, pending)
  return { pending: pending - waiting, scheduled: waiting }
}

/** One part of a filter of recipients; parts are joined by "or". */
export type DeliveryCondition =
  | { kind: 'states'; states: State[] }
  | { kind: 'engagement'; name: EngagementName }
  | { kind: 'converted' }
  | { kind: 'leased' }
  | { kind: 'pending' }
  | { kind: 'scheduled' }
  | { kind: 'code'; parts: readonly CodePart[] }

/** Deliveries in a state with this number: with any reason, or with one of these. */
export interface CodePart {
  status: DeliveryStatus
  reasons: readonly number[] | null
  /** Of WhatsApp: handed over, and whether a report has said since that it was passed on. */
  isAccepted?: boolean
}

const STATE_FILTERS: Partial<Record<DeliveryStatus, State>> = Object.fromEntries(
  Object.entries(STATE_NAMES).map(([state, name]) => [name, Number(state) as State]),
)

/** Parses names or numbers, separated by commas; null for no filter. */
export function readDeliveryFilter(text: string | undefined, channel: Channel): DeliveryCondition[] | null {
  if (text === undefined || text.trim() === '') return null
  return text.split(',').map(part => {
    const name = part.trim()
    if (/^\d{1,2}$/.test(name)) return { kind: 'code', parts: codeParts(channel, Number(name), part) }
    if (!DELIVERY_STATUSES.some(status => status === name)) throw unknownStatus(part)
    return conditionOf(name as DeliveryStatus, channel)
  })
}

/**
 * Parses names of reasons, separated by commas, into numbers; after a minus sign, into those of all other reasons. Null for no filter. Throws
 * invalidInput for an unknown name.
 */
export function readReasons(text: string | undefined): number[] | null {
  if (text === undefined || text.trim() === '') return null
  const isRest = text.startsWith('-')
  const named = (isRest ? text.slice(1) : text).split(',').map(part => {
    const name = REASON_NAMES.find(known => known === part.trim())
    if (name === undefined) throw invalidField('reason', sentence('consent.noReason', { reason: part.trim() }))
    return reasonNumber(name)
  })
  return isRest ? REASON_NAMES.flatMap((_, number) => (named.includes(number) ? [] : [number])) : named
}

function conditionOf(name: DeliveryStatus, channel: Channel): DeliveryCondition {
  if (name === 'pending') return { kind: 'pending' }
  const state = STATE_FILTERS[name]
  if (state !== undefined) return { kind: 'states', states: statesCalled(name, state, channel) }
  switch (name) {
    case 'opened':
    case 'clicked':
    case 'unsubscribed':
    case 'dismissed':
      return { kind: 'engagement', name }
    case 'sending':
      return { kind: 'leased' }
    case 'scheduled':
      return { kind: 'scheduled' }
    case 'read':
      return channel === 'whatsapp' ? { kind: 'engagement', name: 'opened' } : { kind: 'states', states: [] }
    case 'converted':
      return { kind: 'converted' }
    default:
      return { kind: 'states', states: [] }
  }
}

/** States that have this name on the channel; a name that it never uses has the states of other channels. */
function statesCalled(name: DeliveryStatus, state: State, channel: Channel): State[] {
  return Object.values(STATE).filter(each => each === state || stateName(each, channel) === name)
}

/** On WhatsApp a message is accepted first; a report then says that it was sent. */
const ACCEPTED = 8

/** The number of a status from currentStatus. `isAccepted`: no report has said yet that the provider passed the message on. */
export function codeOf(channel: Channel, status: DeliveryStatus, reason: string | null, isAccepted: boolean): number {
  return channel === 'whatsapp' && status === 'sent' && isAccepted ? ACCEPTED : statusCode(channel, status, reason)
}

function codeParts(channel: Channel, code: number, text: string): CodePart[] {
  if (channel === 'whatsapp' && code === ACCEPTED) return [{ status: 'sent', reasons: null, isAccepted: true }]
  const parts = DELIVERY_STATUSES.flatMap((status): CodePart[] => {
    const reasons = REASON_NAMES.flatMap((name, number) =>
      statusCode(channel, status, number === 0 ? null : name) === code ? [number] : [],
    )
    if (reasons.length === 0) return []
    const ofAccepted = channel === 'whatsapp' && status === 'sent' && { isAccepted: false }
    return [{ status, reasons: reasons.length === REASON_NAMES.length ? null : reasons, ...ofAccepted }]
  })
  if (parts.length === 0) throw unknownStatus(text)
  return parts
}

function unknownStatus(part: string): AppError {
  return invalidField('status', sentence('campaigns.noStatus', { status: part.trim().slice(0, 40) }))
}
