/** Recipients in the API's form. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Recipient, TrailEvent } from '@notifly/contracts/runs/deliveries'
import { english } from '@notifly/contracts/sentences/english'
import { reasonNumber } from '../../engine/reasons.ts'
import { ENGAGEMENT, STATE } from '../../engine/states.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { deviceWords } from '../../people/devices/device-words.ts'
import { countRecipients, type RecipientRow, type RecipientsQuery } from './recipient-queries.ts'
import { codeOf, currentStatus, type DeliveryCondition, reasonWords, splitPending } from './statuses.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type RunIds, selectCounters, selectScheduled } from './run-queries.ts'
import { readWords } from '../../lib/stored-words.ts'

interface RecipientView {
  channel: Channel
  /** Of the run; those who were skipped at once have no moment of their own. */
  startedAt: Date
  now: Date
}

export function presentRecipient(row: RecipientRow, { channel, startedAt, now }: RecipientView): Recipient {
  const current = currentStatus({
    channel,
    state: row.state,
    reason: row.reason,
    openedAt: row.opened_at,
    clickedAt: row.clicked_at,
    unsubscribedAt: row.unsubscribed_at,
    dismissedAt: row.dismissed_at,
    isLeased: row.is_leased === true,
    waitsForMoment: row.attempts === 0 && row.due_at !== null && row.due_at > now,
  })
  const reason = reasonWords(row.reason)
  const device = deviceWords(row.platform, row.about)
  return {
    uuid: `${row.run_id}.${row.seq}`,
    contact_uuid: row.contact_id,
    name: nameOf(row),
    email: row.address === '' || channel !== 'email' ? row.email : row.address,
    phone_number: row.address !== '' && isByPhone(channel) ? row.address : row.phone_number,
    ...(device !== null && { device }),
    current_status: current,
    status_code: codeOf(channel, current, reason.reason, row.is_accepted === true),
    ...reason,
    ...dueOf(row),
    ...detailOf(row),
    attempts: row.attempts,
    opened: row.opened_at !== null,
    clicked: row.clicked_at !== null,
    last_event_on: row.last_event_at === null ? null : epochSeconds(row.last_event_at),
    status: timesOf(row, channel, startedAt),
    ...groupOf(row),
  }
}

/** Before the test has a winner, it is unknown when the others get the message. */
function dueOf({ state, due_at: at, is_leased }: RecipientRow): Pick<Recipient, 'due_on'> {
  const isKnown = state === STATE.pending && is_leased !== true && at instanceof Date
  return isKnown ? { due_on: epochSeconds(at) } : {}
}

function isByPhone(channel: Channel): boolean {
  return channel === 'sms' || channel === 'whatsapp'
}

/** A recipient who was skipped before the winner was known has no variant. */
function groupOf({ variant, is_tested, winner, state }: RecipientRow): Pick<Recipient, 'variant' | 'test_group'> {
  if (!is_tested || (variant === 0 && state === STATE.skipped)) return { variant: null, test_group: null }
  return variant === 0 ? { variant: winner, test_group: 'rest' } : { variant, test_group: 'test' }
}

function nameOf(row: Pick<RecipientRow, 'first_name' | 'last_name'>): string {
  return [row.first_name, row.last_name].filter(part => part !== null && part !== '').join(' ')
}

/** The field that made a message impossible to write, else the provider's text for a refusal. */
function detailOf(row: RecipientRow): Pick<Recipient, 'detail' | 'detail_sentence'> {
  if (row.reason === reasonNumber('render_error')) return { detail: row.attempt_reason }
  const wasTaken = row.sent_at !== null && row.attempt_reason === null
  const { answer, answer_sentence } = presentAnswer(wasTaken ? null : row.answer)
  return { detail: answer, ...(answer_sentence && { detail_sentence: answer_sentence }) }
}

function timesOf(row: RecipientRow, channel: Channel, startedAt: Date): Record<string, number> {
  const times: [string, Date | null][] = [
    ['sent', row.sent_at],
    ['delivered', row.delivered_at],
    [channel === 'whatsapp' ? 'read' : 'opened', row.opened_at],
    ['clicked', row.clicked_at],
    ['unsubscribed', row.unsubscribed_at],
    ['dismissed', row.dismissed_at],
  ]
  const end = currentStatus({
    channel,
    state: row.state,
    reason: row.reason,
    openedAt: null,
    clickedAt: null,
    unsubscribedAt: null,
    dismissedAt: null,
    isLeased: false,
    waitsForMoment: false,
  })
  const isEnd = row.state !== STATE.sent && row.state !== STATE.delivered
  if (isEnd) times.push([end, row.state === STATE.pending ? startedAt : (row.last_event_at ?? startedAt)])
  return Object.fromEntries(times.flatMap(([name, at]) => (at === null ? [] : [[name, epochSeconds(at)]])))
}

// How many recipients a filter finds. From the run's counters where they know, since these cost nothing.

export async function totalOf(db: Db, query: RecipientsQuery, runs: readonly RunIds[]): Promise<number> {
  const isSearch = query.search !== undefined && query.search !== ''
  const { variants, reasons, link, openSpan, used, domains } = query
  const isUncounted =
    [variants, reasons, link, openSpan].some(each => each !== null) || used.length + domains.length > 0
  if (isUncounted) return countRecipients(db, query)
  if (!isSearch && query.conditions === null) return runs.reduce((sum, run) => sum + run.recipients, 0)
  const [only, ...others] = isSearch ? [] : (query.conditions ?? [])
  if ((only?.kind === 'pending' || only?.kind === 'scheduled') && others.length === 0) {
    return totalWaiting(db, query, only.kind)
  }
  const numbers = isSearch || query.conditions === null ? null : counterNumbers(query.conditions)
  if (numbers === null) return countRecipients(db, query)
  const counters = await selectCounters(db, [query.applicationId], query.runIds)
  return [...counters.values()]
    .flatMap(counts => [...numbers].map(number => counts.get(number) ?? 0))
    .reduce((sum, n) => sum + n, 0)
}

/** The total according to the run's counters. */
async function totalWaiting(
  db: Db,
  { applicationId, runIds, now }: RecipientsQuery,
  kind: 'pending' | 'scheduled',
): Promise<number> {
  const counters = await selectCounters(db, [applicationId], runIds)
  const scheduled = await selectScheduled(db, [applicationId], runIds, now)
  return [...counters].reduce((sum, [runId, counts]) => sum + splitPending(counts, scheduled.get(runId) ?? 0)[kind], 0)
}

/** Null if the parts may overlap, or are not counted. */
function counterNumbers(conditions: readonly DeliveryCondition[]): Set<number> | null {
  if (conditions.every(condition => condition.kind === 'states')) {
    return new Set(conditions.flatMap(condition => condition.states))
  }
  const [only] = conditions
  return conditions.length === 1 && only?.kind === 'engagement' ? new Set([ENGAGEMENT[only.name]]) : null
}

/** The provider's response to an attempt, verbatim; or our own sentence if there was none. */
export function presentAnswer(answer: string | null): Pick<TrailEvent, 'answer' | 'answer_sentence'> {
  const words = answer === null ? null : readWords(answer)
  if (typeof words !== 'object' || words === null) return { answer }
  return { answer: english(words), answer_sentence: words }
}
