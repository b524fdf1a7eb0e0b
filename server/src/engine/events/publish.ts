/**
 * Adds what happened to messages to the outbox of webhooks, in the transaction that stores it. `wanted`: ids of the events that some
 * endpoint of the application wants; callers skip these functions when there are none.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { messageEventId, type MessageKind } from '@notifly/contracts/webhooks/events'
import type pg from 'pg'
import type { Db } from '../../db/schema/tables.ts'
import { addMessageNews, addSkippedNews, channelOfRun, type MessageNews } from '../../jobs/webhook-outbox.ts'
import type { DeliveryStanding, RunOutcomes } from '../record/outcomes.ts'
import { EVENT, STATE, type State, stateName } from '../states.ts'
import type { RunEvents } from './event-queries.ts'

const TOLD_STATES: readonly State[] = [STATE.sent, STATE.failed, STATE.skipped, STATE.bounced]

/** `moved`: outcomes that brought a new state. */
export async function publishOutcomes(
  client: pg.ClientBase,
  { applicationId, runId, channel: name }: RunOutcomes,
  moved: readonly DeliveryStanding[],
  wanted: ReadonlySet<number>,
): Promise<void> {
  const channel = name as Channel
  const events = new Map(
    TOLD_STATES.map(state => [state, messageEventId(channel, stateName(state, channel) as MessageKind)]),
  )
  const news = moved.flatMap(({ seq, state, reason, lastEventAtMs: atMs }): MessageNews[] => {
    const event = events.get(state)
    return event !== undefined && wanted.has(event) ? [{ event, seq, reason, atMs, eventId: null }] : []
  })
  await addMessageNews(client, { applicationId, runId }, news)
}

/** `left`: deliveries for which these events are the first sign that their message was sent. */
export async function publishEvents(
  client: pg.ClientBase,
  { applicationId, runId, rows }: RunEvents,
  left: readonly number[],
  wanted: ReadonlySet<number>,
): Promise<void> {
  const channel = await channelOfRun(client, { applicationId, runId })
  if (channel === undefined) return
  const news: MessageNews[] = []
  const add = (kind: MessageKind, row: Omit<MessageNews, 'event'>): void => {
    const event = messageEventId(channel, kind)
    if (event !== undefined && wanted.has(event)) news.push({ ...row, event })
  }
  for (const seq of left) {
    const atMs = Math.min(...rows.filter(row => row.seq === seq).map(row => row.atMs))
    add('sent', { seq, reason: 0, atMs, eventId: null })
  }
  for (const { seq, kind, reason, atMs, eventId } of rows) {
    const told = kindOf(kind, channel)
    if (told !== undefined) add(told, { seq, reason, atMs, eventId })
  }
  await addMessageNews(client, { applicationId, runId }, news)
}

/** For recipients who were skipped when the run was prepared. */
export async function publishSkipped(
  db: Db,
  { channel, ...run }: { applicationId: string; runId: string; channel: Channel; at: Date },
): Promise<void> {
  const event = messageEventId(channel, 'skipped')
  if (event !== undefined) await addSkippedNews(db, { ...run, event, state: STATE.skipped })
}

const KINDS: Partial<Record<number, MessageKind>> = {
  [EVENT.delivered]: 'delivered',
  [EVENT.bounced]: 'bounced',
  [EVENT.complained]: 'complained',
  [EVENT.opened]: 'opened',
  [EVENT.clicked]: 'clicked',
  [EVENT.unsubscribed]: 'unsubscribed',
}

function kindOf(kind: number, channel: Channel): MessageKind | undefined {
  return kind === EVENT.bounced ? (stateName(STATE.bounced, channel) as MessageKind) : KINDS[kind]
}
