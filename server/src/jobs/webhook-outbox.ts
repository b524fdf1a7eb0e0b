/**
 * Outbox of webhook events. An event is written in the transaction of the change that it reports, so it exists exactly if that commits. It
 * is written only if an endpoint wants it; which events an application wants is cached for two seconds, so that a campaign without
 * endpoints costs nothing more. Rows hold ids and no personal data. features/webhooks sends them.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sql } from 'kysely'
import type pg from 'pg'
import { intArray, timeArray } from '../db/binary-arrays.ts'
import type { Db } from '../db/schema/tables.ts'

/** States of webhook_message. */
export const NEWS = { waits: 0, arrived: 1, givenUp: 2, kept: 3 } as const

/** Statuses of endpoints whose events are stored: a failing endpoint gets them once it works again. */
export const STORING = ['active', 'failing'] as const

const KNOWN_MS = 2000
const KNOWN_MAX = 10_000

const known = new Map<string, { events: ReadonlySet<number>; readAtMs: number }>()

/** Returns the ids of the events that some endpoint of the application wants. A new endpoint counts within two seconds. */
export async function wantedEvents(client: pg.ClientBase, applicationId: string): Promise<ReadonlySet<number>> {
  const nowMs = performance.now()
  const found = known.get(applicationId)
  if (found !== undefined && nowMs - found.readAtMs < KNOWN_MS) return found.events
  const { rows } = await client.query<{ event: number }>({
    name: 'webhook-wanted',
    text: 'select distinct unnest(events) as event from webhook where application_id = $1 and status = any ($2)',
    values: [applicationId, STORING],
  })
  const events = new Set(rows.map(row => row.event))
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(applicationId, { events, readAtMs: nowMs })
  return events
}

/** Clears this process's cache, so that a changed endpoint counts at once. Called after the commit. */
export function clearWantedCache(applicationId: string): void {
  known.delete(applicationId)
}

interface RunKey {
  applicationId: string
  runId: string
}

/** What happened to one message. */
export interface MessageNews {
  /** Its id (contracts/src/webhooks/events.ts). */
  event: number
  seq: number
  reason: number
  atMs: number
  /** Id of the event, if it came after the hand-over. */
  eventId: string | null
}

// Two numbers below 32,768 in one: the event and the reason.
const ADD = `
  insert into webhook_message (application_id, webhook_id, message_id, event, at, run_id, seq, reason, event_id, state, due_at)
  select $1, w.webhook_id, uuidv7(), e.event, e.at, $2, e.seq, e.reason, e.event_id,
    case when w.status = 'active' then ${NEWS.waits} else ${NEWS.kept} end,
    case when w.status = 'active' then clock_timestamp() end
  from (
    select i, seq, (($4::int[])[i] & 65535)::smallint as event, (($4::int[])[i] >> 16)::smallint as reason,
      ($5::timestamptz[])[i] as at, ($6::uuid[])[i] as event_id
    from unnest($3::int[]) with ordinality as s(seq, i)
  ) e
  join webhook w on w.application_id = $1 and w.status = any ($7) and e.event = any (w.events)
  where not exists (select from run r where r.application_id = $1 and r.run_id = $2 and r.is_test)
  order by w.webhook_id, e.i`

/** Adds what happened to messages of one run, in this order; test sends are left out. */
export async function addMessageNews(
  client: pg.ClientBase,
  { applicationId, runId }: RunKey,
  news: readonly MessageNews[],
): Promise<void> {
  if (news.length === 0) return
  const values = [
    applicationId,
    runId,
    intArray(news, ({ seq }) => seq),
    intArray(news, ({ event, reason }) => event | (reason << 16)),
    timeArray(news, ({ atMs }) => atMs),
    news.every(({ eventId }) => eventId === null) ? null : news.map(({ eventId }) => eventId),
    STORING,
  ]
  await client.query({ name: 'webhook-news', text: ADD, values })
}

export async function channelOfRun(
  client: pg.ClientBase,
  { applicationId, runId }: RunKey,
): Promise<Channel | undefined> {
  const { rows } = await client.query<{ channel: Channel }>({
    name: 'webhook-channel',
    text: 'select channel from run where application_id = $1 and run_id = $2',
    values: [applicationId, runId],
  })
  return rows[0]?.channel
}

interface Skipped extends RunKey {
  event: number
  /** State of the deliveries that the event is about. */
  state: number
  at: Date
}

/** Adds one event for each delivery of the run in that state, if an endpoint wants it. */
export async function addSkippedNews(db: Db, { applicationId, runId, event, state, at }: Skipped): Promise<void> {
  const { rows } = await sql<{ webhook_id: string; is_on: boolean }>`
    select webhook_id, status = 'active' as is_on from webhook
    where application_id = ${applicationId} and status = any (${sql.val([...STORING])}) and ${event}::smallint = any (events)
    order by webhook_id`.execute(db)
  for (const { webhook_id: webhookId, is_on: isOn } of rows) {
    await sql`
      insert into webhook_message (application_id, webhook_id, message_id, event, at, run_id, seq, reason, state, due_at)
      select application_id, ${webhookId}, uuidv7(), ${event}, ${at}, run_id, seq, reason, ${isOn ? NEWS.waits : NEWS.kept},
        ${isOn ? sql`clock_timestamp()` : sql`null`}
      from delivery where application_id = ${applicationId} and run_id = ${runId} and state = ${state}
      order by seq`.execute(db)
  }
}

/** An event about something other than a message, with that object's id. */
export interface SubjectNews {
  event: number
  subjectId: string
  at: Date
}

/** Adds events of an application that are not about messages. */
export async function addSubjectNews(db: Db, applicationId: string, news: readonly SubjectNews[]): Promise<void> {
  if (news.length === 0) return
  const rows = JSON.stringify(news.map(({ event, subjectId, at }) => ({ event, subject: subjectId, at })))
  await sql`
    insert into webhook_message (application_id, webhook_id, message_id, event, at, subject_id, state, due_at)
    select ${applicationId}, w.webhook_id, uuidv7(), e.event, e.at, e.subject,
      case when w.status = 'active' then ${sql.lit(NEWS.waits)} else ${sql.lit(NEWS.kept)} end,
      case when w.status = 'active' then clock_timestamp() end
    from jsonb_to_recordset(${rows}::jsonb) as e(event smallint, subject uuid, at timestamptz)
    join webhook w on w.application_id = ${applicationId} and w.status = any (${sql.val([...STORING])})
      and e.event = any (w.events)
    order by w.webhook_id`.execute(db)
}
