/** SQL of streams: opens them, adds messages, and ends or rests them when nothing is due. */
import { sql } from 'kysely'
import type { Channel } from '@notifly/contracts/applications/applications'
import type pg from 'pg'
import type { TrackedLink } from '../../lib/email-html/links.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema/tables.ts'
import { ensureLane, insertLinks, WAKE_CHANNEL } from '../runs/run-queries.ts'
import type { RunClock } from '../snapshot/recipient-clock.ts'
import { STATE } from '../states.ts'
import { insertOfMessages, messagesAsJson, noteParts, type PlacedMessage } from './message-queries.ts'

/** The run of all messages that have these properties in common. */
export interface Stream {
  /** Unique in its application, together with class, channel, content and UTC day. */
  key: string
  channel: Channel
  /** Its name in lists. */
  name: string
  /** 0: a person or program waits for its messages; 1: they take turns with campaigns. */
  class: 0 | 1
  content: object
  links: readonly TrackedLink[]
  hasShortLinks: boolean
  topicId: string | null
  clock: RunClock | null
  /** Test sends: each is tried once, and dashboards and plans do not count them. */
  isTest?: true
  /** Start of its day. */
  day: Date
}

/** What is added to a stream: how many deliveries in how many batches, and when the first batch is due. */
export interface Addition {
  key: string
  class: Stream['class']
  deliveries: number
  batches: number
  dueAt: Date
}

/** Where the additions begin. */
export interface Place {
  key: string
  runId: string
  laneId: string
  seq: number
  batch: number
}

/** How much longer than the stream's day deferred messages may wait. */
const EXPIRES_MS = 3 * 86_400_000

/** Opens a stream if it does not exist. */
export async function openStream(
  db: Db,
  applicationId: string,
  stream: Stream,
  { runId, now }: { runId: string; now: Date },
): Promise<void> {
  const laneId = await ensureLane(db, applicationId, stream.channel, stream.class)
  const { rows } = await sql<{ run_id: string }>`
    insert into run (application_id, run_id, campaign_id, channel, name, lane_id, state, content, audience, timezone, opens_at,
      expires_at, created_at, started_at, topic_id, clock, short_no, stream, is_test)
    values (${applicationId}, ${runId}, ${runId}, ${stream.channel}, ${stream.name}, ${laneId}, 'idle',
      ${JSON.stringify(stream.content)}::jsonb, '{"segment_uuids": []}', 'UTC', ${stream.day},
      ${new Date(stream.day.getTime() + 86_400_000 + EXPIRES_MS)}, ${now}, ${now}, ${stream.topicId},
      ${stream.clock && JSON.stringify(stream.clock)}::jsonb, ${stream.hasShortLinks ? sql`nextval('run_short_no')` : null}, ${stream.key},
      ${stream.isTest === true})
    on conflict do nothing returning run_id`.execute(db)
  if (rows.length > 0) await insertLinks(db, applicationId, runId, stream.links)
}

/**
 * Assigns numbers to the additions, locks their streams until the transaction ends, and makes workers look into their lanes when the
 * additions are due. Additions to streams that are not open are left out.
 */
export async function placeIn(
  db: Db,
  applicationId: string,
  additions: readonly Addition[],
  now: Date,
): Promise<Place[]> {
  const { rows } = await prepared(
    'stream-place',
    sql<Place>`
      with wanted as (
        select * from unnest(${additions.map(({ key }) => key)}::text[], ${additions.map(each => String(each.class))}::text[],
          ${additions.map(({ deliveries }) => deliveries)}::int[], ${additions.map(({ batches }) => batches)}::int[],
          ${additions.map(({ dueAt }) => dueAt)}::timestamptz[]) as w(key, class, deliveries, batches, due_at)
      ), held as materialized (
        select w.*, r.run_id, w.due_at <= ${now}::timestamptz as is_due from run r join wanted w on w.key = r.stream
        where r.application_id = ${applicationId} and r.stream = any (${additions.map(({ key }) => key)}::text[])
        order by r.run_id for update of r
      )
      update run r set recipients = r.recipients + h.deliveries, next_batch = r.next_batch + h.batches, ended_at = null,
        state = case when r.state not in ('idle', 'done') then r.state when h.is_due then 'executing' else 'idle' end,
        wakes_at = case when h.is_due then r.wakes_at else least(r.wakes_at, h.due_at) end
      from held h where r.application_id = ${applicationId} and r.run_id = h.run_id
      returning h.key, r.run_id as "runId", r.lane_id as "laneId", r.recipients - h.deliveries + 1 as seq,
        r.next_batch - h.batches as batch, pg_notify(${sql.lit(WAKE_CHANNEL)}, h.class)`,
  ).execute(db)
  return rows
}

export interface NewDelivery {
  runId: string
  seq: number
  contactId: string
  address: string
}

export interface NewBatch {
  runId: string
  no: number
  laneId: string
  seqFrom: number
  seqTo: number
  dueAt: Date
}

/** The counters' shard for additions; workers have 0 to 31, events 32. */
const SHARD = 33

interface Work {
  deliveries: readonly NewDelivery[]
  batches: readonly NewBatch[]
  messages: readonly PlacedMessage[]
}

/** Inserts all rows of the additions with one statement. */
export async function insertWork(
  db: Db,
  applicationId: string,
  { deliveries, batches, messages }: Work,
  now: Date,
): Promise<void> {
  const json = messagesAsJson(messages)
  await prepared(
    'stream-work',
    sql`
      with added as (
        insert into delivery (application_id, run_id, seq, contact_id, state, address)
        select ${applicationId}::uuid, d.run_id, d.seq, d.contact_id, ${sql.lit(STATE.pending)}, d.address
        from unnest(${deliveries.map(({ runId }) => runId)}::uuid[], ${deliveries.map(({ seq }) => seq)}::int[],
          ${deliveries.map(({ contactId }) => contactId)}::uuid[], ${deliveries.map(({ address }) => address)}::text[])
          as d(run_id, seq, contact_id, address)
        returning run_id
      ), counted as (
        insert into run_counter as c (application_id, run_id, shard, state, n)
        select ${applicationId}::uuid, run_id, ${sql.lit(SHARD)}, ${sql.lit(STATE.pending)}, count(*)::int from added group by run_id order by run_id
        on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
      ), cut as (
        insert into batch (application_id, run_id, no, lane_id, seq_from, seq_to, due_at)
        select ${applicationId}::uuid, b.run_id, b.no, b.lane_id, b.seq_from, b.seq_to, b.due_at
        from unnest(${batches.map(({ runId }) => runId)}::uuid[], ${batches.map(({ no }) => no)}::int[],
          ${batches.map(({ laneId }) => laneId)}::uuid[], ${batches.map(({ seqFrom }) => seqFrom)}::int[],
          ${batches.map(({ seqTo }) => seqTo)}::int[], ${batches.map(({ dueAt }) => dueAt)}::timestamptz[])
          as b(run_id, no, lane_id, seq_from, seq_to, due_at)
      ), kept as (${insertOfMessages(applicationId, json, now)})
      select 1`,
  ).execute(db)
  await noteParts(db, applicationId, messages, json)
}

// Between messages a stream is idle, which costs the claim nothing.

const RESTS = `r.stream is not null and r.state = 'executing' and not exists (
  select 1 from batch b where b.application_id = r.application_id and b.run_id = r.run_id and not b.done and b.due_at <= $1::timestamptz + interval '1 second')`

/** When the first open batch of an executing stream is due, which may be a long time ahead. */
const NEXT = `(select min(b.due_at) from batch b where b.application_id = r.application_id and b.run_id = r.run_id and not b.done)`

/** How long after its day a stream may still get additions, from a machine whose clock is slow. */
const LATE = `interval '1 day 15 minutes'`

/** Rests streams in which nothing is due. May run at any time and in any order. */
export async function suspendIdleStreams(client: pg.ClientBase, now: Date): Promise<void> {
  // Locked first: a transaction that adds a message locks its stream, and only the next statement sees what it added.
  const { rows } = await client.query<{ run_id: string }>({
    name: 'stream-resting',
    text: `select r.run_id from run r where ${RESTS} order by r.run_id limit 100 for update skip locked`,
    values: [now],
  })
  if (rows.length === 0) return
  await client.query({
    name: 'stream-rest',
    text: `update run r set state = 'idle', wakes_at = ${NEXT} where r.run_id = any ($2) and ${RESTS}`,
    values: [now, rows.map(row => row.run_id)],
  })
}

export async function hasSuspendedStream(pool: pg.Pool, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'stream-rests',
    text: `select 1 from run r where ${RESTS} limit 1`,
    values: [now],
  })
  return rowCount !== 0
}

/** Wakes resting streams whose next batch is due, and ends those whose day is over and that have no batch left. */
export async function resumeStreams(client: pg.ClientBase, now: Date): Promise<void> {
  const { rowCount } = await client.query({
    name: 'stream-wake',
    text: `update run set state = 'executing', wakes_at = null where run_id in (
      select run_id from run where state = 'idle' and wakes_at <= $1 order by run_id limit 1000 for update skip locked)`,
    values: [now],
  })
  if (rowCount !== 0) await client.query(`select pg_notify('${WAKE_CHANNEL}', '')`)
  await client.query({
    name: 'stream-end',
    text: `update run set state = 'done', ended_at = $1 where run_id in (
      select run_id from run where state = 'idle' and wakes_at is null and opens_at < $1::timestamptz - ${LATE}
      order by run_id limit 1000 for update skip locked)`,
    values: [now],
  })
}
