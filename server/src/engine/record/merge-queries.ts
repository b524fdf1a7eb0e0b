/**
 * SQL that stores outcomes. Prepared statements on a plain connection: this is the hottest path of the product. Arrays are sent in binary,
 * or as literals made here: the driver's own conversion costs more than the statement.
 */
import type pg from 'pg'
import { sql } from 'kysely'
import { bigintArray, intArray, textArray, timeArray } from '../../db/binary-arrays.ts'
import { addActivity, domainOf, momentOf, quarterOf } from '../activity/change-sql.ts'
import { ENGAGEMENT, EVENT, STATE } from '../states.ts'
import type { DeliveryStanding, RunOutcomes } from './outcomes.ts'
import type { Db } from '../../db/schema/tables.ts'

/** The rank of mergeStandings (outcomes.ts). */
const rank = (state: string, attempts: string): string =>
  `case when ${state} >= ${STATE.sent} then 2000 + ${state} when ${state} = ${STATE.pending} then ${attempts} else 1000 + ${state} end`

const ENGAGEMENTS = Object.keys(ENGAGEMENT)
const ENGAGED = ENGAGEMENTS.map(name => `d.${name}_at > '-infinity' as ${name}`).join(', ')
const ENGAGED_YET = ENGAGEMENTS.map(name => `d.${name}_at > '-infinity'`).join(' or ')

// `prev` locks rows in the order of seq, so that two workers never deadlock, and keeps the old values, by whose difference the counters
// change. Updating every row keeps the statement short; repeats are rare. `any` bounds what is read of the run, whatever join is chosen
// (joiningDeliveries excludes one).
const MERGE = (isEmail: boolean): string => `
  with o as materialized (
    select * from unnest($3::int[], $4::smallint[], $5::smallint[], $6::smallint[], $7::float8[], $8::float8[])
      as o(seq, state, attempts, reason, sent_at, at)
  ), prev as materialized (
    select d.seq, d.state as was, d.reason as was_reason, ${momentOf('d')} as was_moment, o.state, o.attempts, o.reason,
      to_timestamp(o.at) as at, to_timestamp(o.sent_at) as sent_at,
      (${rank('o.state', 'o.attempts')}, o.reason) > (${rank('d.state', 'd.attempts')}, d.reason) as wins
    from o join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = o.seq and d.seq = any ($3::int[])
    order by d.seq for no key update of d
  ), moved as (
    update delivery d set
      state = case when p.wins then p.state else d.state end,
      reason = case when p.wins then p.reason else d.reason end,
      attempts = greatest(d.attempts, p.attempts),
      sent_at = case when p.sent_at = '-infinity' then d.sent_at
        when d.sent_at = '-infinity' then p.sent_at else least(d.sent_at, p.sent_at) end,
      last_event_at = greatest(d.last_event_at, p.at)
    from prev p where d.application_id = $1 and d.run_id = $2 and d.seq = p.seq and d.seq = any ($3::int[])
    returning d.seq, p.was, p.was_reason, p.was_moment, d.state, d.reason, ${momentOf('d')} as moment, d.address, ${ENGAGED}
  ), delta as (
    select state, sum(n)::int as n
    from (select was as state, -1 as n from moved where was <> state union all select state, 1 from moved where was <> state) x
    group by state having sum(n) <> 0
  ), changes as (
    select v.*, ${domainOf('address')} as domain, opened, clicked, unsubscribed, dismissed
    from moved, lateral (values (-1, was, was_reason, was_moment), (1, moved.state, moved.reason, moved.moment))
      as v(n, state, reason, moment)
  ), ${addActivity('changes', { shard: '$9', channel: '$10', isEmail: String(isEmail) })}, counted as (
    insert into run_counter as c (application_id, run_id, shard, state, n)
    select $1, $2, $9, state, n from delta order by state
    on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
  )
  select seq from moved where was <> state`

// For nearly every outcome: the end of a delivery that is still pending and without any event. Any end wins over pending, so that neither
// the old row nor a lock in advance is needed. The new values are in arrays at the index of their seq, counted from $6: no join and no
// materialized rows, 2.8 us of PostgreSQL's time against 4.1 by joining unnested arrays and 6 by MERGE. Returns which deliveries it applied
// to; null for all of them.
const MERGE_PENDING = (isEmail: boolean): string => `
  with moved as (
    update delivery d set
      state = (($4::int[])[d.seq - $6] & 255)::smallint,
      attempts = greatest(d.attempts, (($4::int[])[d.seq - $6] >> 8 & 255)::smallint),
      reason = (($4::int[])[d.seq - $6] >> 16)::smallint,
      sent_at = case when ($4::int[])[d.seq - $6] & 255 = ${STATE.sent} then ($5::timestamptz[])[d.seq - $6]
        else '-infinity' end,
      last_event_at = greatest(d.last_event_at, ($5::timestamptz[])[d.seq - $6])
    where d.application_id = $1 and d.run_id = $2 and d.seq = any ($3::int[])
      and d.state = ${STATE.pending} and d.sent_at = '-infinity' and d.delivered_at = '-infinity' and not (${ENGAGED_YET})
    returning d.seq, d.state, d.reason, d.last_event_at as moment, d.address
  ), delta as (
    select state, count(*)::int as n from moved group by state
    union all select ${STATE.pending}, -count(*)::int from moved having count(*) > 0
  ), counted as (
    insert into run_counter as c (application_id, run_id, shard, state, n)
    select $1, $2, $7, state, n from delta order by state
    on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
  ), changes as (
    select count(*) as n, state, reason, ${quarterOf('moment')} as moment, ${isEmail ? domainOf('address') : 'null'} as domain,
      false as opened, false as clicked, false as unsubscribed, false as dismissed
    from moved group by 2, 3, 4, 5
  ), ${addActivity('changes', { shard: '$7', channel: '$8', isEmail: String(isEmail) })}
  select case when count(*) <> cardinality($3::int[]) then coalesce(array_agg(seq), '{}') end as moved from moved`

// Emails are also counted by mailbox provider; other channels have none. Each text is built once.
const [MERGE_EMAIL, MERGE_OTHER] = [MERGE(true), MERGE(false)]
const [MERGE_PENDING_EMAIL, MERGE_PENDING_OTHER] = [MERGE_PENDING(true), MERGE_PENDING(false)]

/** Merges the outcomes of one run; counters and activity change with them. Returns those that brought a new state. */
export async function mergeOutcomes(
  client: pg.ClientBase,
  run: RunOutcomes,
  shard: number,
): Promise<DeliveryStanding[]> {
  const rest: DeliveryStanding[] = []
  const ends: DeliveryStanding[] = []
  for (const row of run.standings) (isPlainEnd(row) ? ends : rest).push(row)
  const late: DeliveryStanding[] = []
  for (const part of closeTogether(ends)) late.push(...(await mergePending(client, run, part, shard)))
  rest.push(...late)
  const moved = rest.length > 0 ? await joiningDeliveries(client, () => mergeAny(client, run, rest, shard)) : []
  if (late.length === 0) return [...ends, ...moved]
  const isLate = new Set(late)
  return [...ends.filter(row => !isLate.has(row)), ...moved]
}

/** Whether it ends a delivery at the time of its last event, which is all that MERGE_PENDING can express. */
function isPlainEnd({ state, sentAtMs, lastEventAtMs }: DeliveryStanding): boolean {
  return state !== STATE.pending && sentAtMs === (state === STATE.sent ? lastEventAtMs : -Infinity)
}

// Empty places that the arrays may have for each one that is filled.
const GAPS = 8

/** Splits the rows into parts with close seqs, in the order of seq. */
function closeTogether(rows: DeliveryStanding[]): DeliveryStanding[][] {
  rows.sort((a, b) => a.seq - b.seq)
  const parts: DeliveryStanding[][] = []
  let part: DeliveryStanding[] = []
  for (const row of rows) {
    const first = part[0]?.seq ?? row.seq
    if (row.seq - first > (part.length + LEAST) * GAPS) part = []
    if (part.length === 0) parts.push(part)
    part.push(row)
  }
  return parts
}

// With fewer places than this, gaps cost nothing.
const LEAST = 64

/** Returns those that were no longer pending. */
async function mergePending(
  client: pg.ClientBase,
  { applicationId, runId, channel }: RunOutcomes,
  rows: readonly DeliveryStanding[],
  shard: number,
): Promise<DeliveryStanding[]> {
  const isEmail = channel === 'email'
  const base = (rows[0]?.seq ?? 1) - 1
  const places = (rows.at(-1)?.seq ?? base) - base
  const values = new Int32Array(places)
  const times = new Float64Array(places)
  for (const { seq, state, attempts, reason, lastEventAtMs } of rows) {
    values[seq - base - 1] = state | (attempts << 8) | (reason << 16)
    times[seq - base - 1] = lastEventAtMs
  }
  const { rows: answer } = await client.query<{ moved: number[] | null }>({
    name: `delivery-merge-pending-${isEmail}`,
    text: isEmail ? MERGE_PENDING_EMAIL : MERGE_PENDING_OTHER,
    values: [
      applicationId,
      runId,
      intArray(rows, seqOf),
      intArray(values, itself),
      timeArray(times, itself),
      base,
      shard,
      channel,
    ],
  })
  const moved = answer[0]?.moved ?? null
  if (moved === null) return []
  const known = new Set(moved)
  return rows.filter(row => !known.has(row.seq))
}

const seqOf = ({ seq }: { seq: number }): number => seq
const itself = (value: number): number => value

/** Returns those that brought a new state. */
async function mergeAny(
  client: pg.ClientBase,
  { applicationId, runId, channel }: RunOutcomes,
  rows: readonly DeliveryStanding[],
  shard: number,
): Promise<DeliveryStanding[]> {
  const isEmail = channel === 'email'
  const values = [
    applicationId,
    runId,
    numbers(rows, row => row.seq),
    numbers(rows, row => row.state),
    numbers(rows, row => row.attempts),
    numbers(rows, row => row.reason),
    numbers(rows, row => row.sentAtMs / 1000),
    numbers(rows, row => row.lastEventAtMs / 1000),
    shard,
    channel,
  ]
  const text = isEmail ? MERGE_EMAIL : MERGE_OTHER
  const { rows: moved } = await client.query<{ seq: number }>({ name: `delivery-merge-${isEmail}`, text, values })
  const seqs = new Set(moved.map(seqOf))
  return rows.filter(row => seqs.has(row.seq))
}

const BOUNCES = `
  insert into engagement (application_id, kind, campaign_id, contact_id, day)
  select distinct $1::uuid, ${EVENT.bounced}::smallint, r.campaign_id, d.contact_id, day_of(to_timestamp(o.at), coalesce(a.timezone, 'UTC'))
  from unnest($3::int[], $4::float8[]) as o(seq, at)
  join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = o.seq and d.seq = any ($3::int[])
  join run r on r.application_id = $1 and r.run_id = $2
  left join application a on a.application_id = $1
  order by 4, 5
  on conflict do nothing`

/** Notes contacts whose message bounced at the hand-over, for segments; later bounces are events. */
export async function recordBounces(client: pg.ClientBase, run: RunOutcomes): Promise<void> {
  const bounced = run.standings.filter(row => row.state === STATE.bounced)
  if (bounced.length === 0) return
  const values = [
    run.applicationId,
    run.runId,
    numbers(bounced, row => row.seq),
    numbers(bounced, row => row.lastEventAtMs / 1000),
  ]
  await client.query({ name: 'delivery-bounces', text: BOUNCES, values })
}

/** Returns false if this flush or a later one is stored already: its commit succeeded although the answer was lost. */
export async function advancePosition(
  client: pg.ClientBase,
  journal: { workerId: string; position: number; flush: number },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'delivery-position',
    text: `insert into journal_position as p (worker_id, position, flushes, updated_at) values ($1, $2, $3, $4)
      on conflict (worker_id) do update set position = $2, flushes = $3, updated_at = $4 where p.flushes < $3`,
    values: [journal.workerId, journal.position, journal.flush, now],
  })
  return rowCount === 1
}

function numbers<T>(rows: readonly T[], valueOf: (row: T) => number): string {
  let text = '{'
  for (let index = 0; index < rows.length; index++) text += (index === 0 ? '' : ',') + String(valueOf(rows[index] as T))
  return `${text}}`
}

// Only the texts are unnested: values of fixed width are read from their array directly, without a row list in between (2.6 us against
// 3.1). COPY costs more: with a few hundred rows at a time it spends a third of its time on reference counts.
const APPEND = `
  insert into attempt (application_id, run_id, seq, n, token, at, outcome, code, reason, provider_message_id, answer)
  select $1, $2, ($3::int[])[i], (($4::int[])[i] >> 8)::smallint, ($5::bigint[])[i], ($6::timestamptz[])[i],
    (($4::int[])[i] & 255)::smallint, ($7::int[])[i], reason, id, answer
  from unnest($8::text[], $9::text[], $10::text[]) with ordinality as a(reason, id, answer, i)`

/** Appends the attempts of a run. */
export async function appendAttempts(client: pg.ClientBase, run: RunOutcomes): Promise<void> {
  const { attempts: rows } = run
  if (rows.length === 0) return
  await client.query({
    name: 'delivery-attempts',
    text: APPEND,
    values: [
      run.applicationId,
      run.runId,
      intArray(rows, row => row.outcome.seq),
      intArray(rows, row => row.attempt.kind | (row.attempt.n << 8)),
      bigintArray(rows, row => row.batch.token),
      timeArray(rows, row => row.outcome.atMs),
      intArray(rows, row => row.attempt.code),
      textArray(rows, row => row.attempt.reason, 200),
      textArray(rows, row => row.attempt.providerMessageId, 200),
      textArray(rows, row => row.attempt.answer, 500),
    ],
  })
}

// Transactions of workers.

// A worker that is stopped in the middle of a transaction must not hold its locks for longer than its leases.
const LIMIT = `set local idle_in_transaction_session_timeout = '5s'`

/** Runs `work` in a transaction that PostgreSQL ends if this process goes silent. */
export async function shortTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`begin; ${LIMIT}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Sets the same limit in a transaction that kysely began. */
export async function limitTransaction(tx: Db): Promise<void> {
  await sql.raw(LIMIT).execute(tx)
}

/**
 * Runs statements that join a few deliveries of a run by seq, without nested loops. The planner knows nothing about a run that was just
 * snapshotted and expects one row: it then compared each delivery of the run with each outcome (measured: 5 s for 500 outcomes in a run of
 * 20,000, against 4 ms).
 */
export async function joiningDeliveries<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('set local enable_nestloop = off')
  const result = await work()
  await client.query('set local enable_nestloop = on')
  return result
}
