/**
 * Applies what happens to deliveries after the hand-over: opens, clicks, reports, unsubscriptions. Events come in batches, one transaction
 * each; early, late, duplicate or out-of-order events make no difference, and nothing moves a delivery backwards.
 */
import type pg from 'pg'
import { transaction } from '../../db/transaction.ts'
import type { Database } from '../../db/database.ts'
import { wantedEvents } from '../../jobs/webhook-outbox.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { storeChoices, type ConsentChoice } from '../../people/consent/by-message.ts'
import { type UndeliverableRecipient, stopSendingTo } from '../../people/suppressions/of-deliveries.ts'
import type { ReaderEvent } from './best-hours.ts'
import {
  addEngagement,
  addLinkClicks,
  insertEvents,
  moveDeliveries,
  type EventRow,
  type RunEvents,
} from './event-queries.ts'
import { addReadingHours, selectReaderEvents } from './hour-queries.ts'
import { recordReaders, addVisits } from '../activity/reader-queries.ts'
import { suppressionReasonOf, reasonNumber, type DeliveryReason } from '../reasons.ts'
import { EVENT, STATE } from '../states.ts'
import { joiningDeliveries } from '../record/merge-queries.ts'
import { publishEvents } from './publish.ts'

export interface DeliveryEvent {
  applicationId: string
  runId: string
  seq: number
  kind: keyof typeof EVENT
  at: Date
  /** us: our own links and pages. provider: a report or a bounce email. */
  source: 'us' | 'provider' | 'recipient'
  /** Made by a machine: stored and shown, but not counted. */
  bot: boolean
  /** For the trail: user agent, address, diagnostic text. */
  detail?: Record<string, unknown>
  /** For a click. */
  linkNo?: number
  /** For a bounce: the address is suppressed. */
  isPermanent?: boolean
  /** For a bounce; "reported_bounce" by default. */
  reason?: DeliveryReason
  /** For an unsubscription or resubscription whose consent the caller has stored already. */
  isHeeded?: boolean
  /** Identifies a report that may come again; without one every call is a new event. */
  eventId?: string
}

/** Applies events; those of unknown deliveries are ignored. Returns how many were new. */
export async function applyEvents(database: Database, events: readonly DeliveryEvent[]): Promise<number> {
  if (events.length === 0) return 0
  return transaction(database, async ({ client }) => {
    let fresh = 0
    const read: ReaderEvent[] = []
    for (const run of byRun(events)) {
      fresh += await joiningDeliveries(client, () => applyToRun(client, run, read))
    }
    await addReadingHours(client, read)
    return fresh
  })
}

/** Applies unsubscriptions and resubscriptions of recipients whose deliveries have been deleted: only their consent changes. */
export async function applyPastChoices(database: Database, events: readonly DeliveryEvent[]): Promise<void> {
  await transaction(database, async ({ client }) => {
    for (const run of byRun(events)) {
      await joiningDeliveries(client, () => updateAudience(client, { ...run, isPast: true }))
    }
  })
}

/** Applies the events of one run. Adds opens and clicks that count to `read`. */
async function applyToRun(client: pg.ClientBase, run: RunEvents, read: ReaderEvent[]): Promise<number> {
  const rows = await insertEvents(client, run)
  const counted = { ...run, rows: rows.filter(row => !row.bot) }
  const left = await moveDeliveries(client, counted)
  await recordReaders(client, counted)
  await addVisits(client, counted)
  await addEngagement(client, counted)
  await addLinkClicks(client, counted)
  await updateAudience(client, counted)
  await publishToWebhooks(client, counted, left)
  read.push(...(await selectReaderEvents(client, counted)))
  return rows.length
}

async function publishToWebhooks(client: pg.ClientBase, run: RunEvents, left: readonly number[]): Promise<void> {
  if (run.rows.length === 0) return
  const wanted = await wantedEvents(client, run.applicationId)
  if (wanted.size > 0) await publishEvents(client, run, left, wanted)
}

/** Stores consent and suppressions that follow from the events: unsubscribed, resubscribed, complained, bounced permanently. */
async function updateAudience(client: pg.ClientBase, run: RunEvents): Promise<void> {
  const choices = run.rows.filter(
    row => !row.isHeeded && (row.kind === EVENT.unsubscribed || row.kind === EVENT.resubscribed),
  )
  await storeChoices(client, run, choices.map(choiceOf))
  const dead = run.rows.filter(row => row.suppress || row.kind === EVENT.complained)
  await stopSendingTo(client, run, dead.map(deadBy), { outweighs: true })
}

/** `detail.topics` names the topics that are left; without it the whole channel is. */
function choiceOf({ seq, eventId, kind, atMs, detail }: EventRow): ConsentChoice {
  const { way, topics } = (detail ?? {}) as { way?: unknown; topics?: unknown }
  const source = way === 'one_click' || way === 'page' || way === 'reply' ? way : 'link'
  const ids = Array.isArray(topics) ? topics.map(String) : []
  return { seq, changeId: eventId, atMs, left: kind === EVENT.unsubscribed, source, topics: ids }
}

const DETAIL_MAX = 500

function deadBy({ seq, kind, reason, atMs, detail }: EventRow): UndeliverableRecipient {
  return {
    seq,
    atMs,
    reason: kind === EVENT.complained ? 'complaint' : suppressionReasonOf(reason),
    detail: detail !== null && 'diagnostic' in detail ? String(detail.diagnostic).slice(0, DETAIL_MAX) : null,
  }
}

/** Groups events by run, in one order, so that concurrent calls do not deadlock. */
function byRun(events: readonly DeliveryEvent[]): RunEvents[] {
  const runs = new Map<string, RunEvents>()
  for (const event of events) {
    const { applicationId, runId } = event
    const key = `${applicationId} ${runId}`
    let run = runs.get(key)
    if (run === undefined) {
      run = { applicationId, runId, rows: [] }
      runs.set(key, run)
    }
    run.rows.push(rowOf(event))
  }
  return [...runs.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run)
}

const STATE_AFTER: Partial<Record<DeliveryEvent['kind'], number>> = {
  // For a delivery in doubt this is the first sign that it was sent.
  sent: STATE.sent,
  delivered: STATE.delivered,
  bounced: STATE.bounced,
  complained: STATE.complained,
}

function rowOf(event: DeliveryEvent): EventRow {
  const { seq, kind, at, source, bot, detail, linkNo, reason, eventId = uuidv7() } = event
  const reasonOfKind =
    kind === 'bounced' ? (reason ?? 'reported_bounce') : kind === 'complained' ? 'reported_complaint' : 'none'
  return {
    seq,
    eventId,
    kind: EVENT[kind],
    atMs: at.getTime(),
    source,
    bot,
    detail:
      detail === undefined && linkNo === undefined
        ? null
        : { ...detail, ...(linkNo !== undefined && { link: linkNo }) },
    linkNo: linkNo ?? null,
    suppress: kind === 'bounced' && event.isPermanent === true,
    isHeeded: event.isHeeded === true,
    state: STATE_AFTER[kind] ?? 0,
    reason: reasonNumber(reasonOfKind),
  }
}
