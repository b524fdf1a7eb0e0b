/**
 * SQL of the operator's page and of /metrics. Reads no deliveries, attempts or events, only the open batches of open runs (a thousand
 * recipients each), a few rows per worker and lane, and sizes of files.
 */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Limit up to which queues are counted. */
const MOST = 10_000

export interface LaneRow {
  laneId: string
  applicationId: string
  application: string
  channel: string
  class: number
  due: number
  leased: number
  later: number
  retries: number
  paused: number
  oldestDueSeconds: number | null
  blockedReason: string | null
  blockedSince: Date | null
  connections: number
  maxConnections: number | null
  messagesPerSecond: number | null
}

/**
 * Lanes that have something to send, or are held back; a batch counts in full until it is done. Runs are found by the index `run_open`,
 * their batches by `batch_due`. A lane stays blocked while it is tried again, but not where nothing is left to try it with.
 */
export async function selectLanes(db: Db, now: Date): Promise<LaneRow[]> {
  const { rows } = await sql<LaneRow>`${LANES(now)}`.execute(db)
  return rows
}

/** The statement of selectLanes. */
export const LANES = (now: Date) => sql`
  with open_run as materialized (
    select application_id, run_id, lane_id, state = 'paused' as is_paused from run
    where state in ('executing', 'paused', 'cancelling')
  ), open_batch as (
    select r.lane_id, r.is_paused, b.due_at, b.attempt > 0 as is_retry, b.owner is not null as is_leased,
      coalesce(cardinality(b.seqs), b.seq_to - b.seq_from + 1, 0) as n
    from open_run r
    join batch b on b.application_id = r.application_id and b.run_id = r.run_id and not b.done
  ), depth as (
    select lane_id,
      coalesce(sum(n) filter (where not is_paused and not is_leased and due_at <= ${now}), 0)::int as due,
      coalesce(sum(n) filter (where is_leased), 0)::int as leased,
      coalesce(sum(n) filter (where not is_paused and not is_leased and due_at > ${now}), 0)::int as later,
      coalesce(sum(n) filter (where is_retry), 0)::int as retries,
      coalesce(sum(n) filter (where is_paused and not is_leased), 0)::int as paused,
      extract(epoch from ${now}::timestamptz - min(due_at) filter (
        where not is_paused and not is_leased and due_at <= ${now}))::float8 as oldest
    from open_batch group by lane_id
  )
  select l.lane_id as "laneId", l.application_id as "applicationId", coalesce(a.name, '') as application, l.channel, l.class,
    coalesce(d.due, 0) as due, coalesce(d.leased, 0) as leased, coalesce(d.later, 0) as later,
    coalesce(d.retries, 0) as retries, coalesce(d.paused, 0) as paused, d.oldest as "oldestDueSeconds",
    b.reason as "blockedReason", b.since as "blockedSince",
    coalesce((select sum(g.connections) from connection_grant g
      where g.application_id = l.application_id and g.channel = l.channel), 0)::int as connections,
    (c.settings ->> 'max_connections')::int as "maxConnections",
    (c.settings ->> 'messages_per_second')::float8 as "messagesPerSecond"
  from lane l
  left join depth d on d.lane_id = l.lane_id
  left join lateral (
    select l.blocked_reason as reason, l.blocked_since as since where l.blocked_until > ${now} or d.due + d.leased > 0
  ) b on true
  left join application a on a.application_id = l.application_id
  left join channel_configuration c on c.application_id = l.application_id and c.channel = l.channel
  where d.lane_id is not null or l.blocked_until > ${now}
  order by d.oldest desc nulls last, l.lane_id`

export interface PulseRow {
  channel: string
  sent: number
  failed: number
  retried: number
}

/** Messages of the last minute, in complete steps of ten seconds: the present step is incomplete. */
export async function selectLastMinute(db: Db, now: Date): Promise<PulseRow[]> {
  const { rows } = await sql<PulseRow>`
    select channel, sum(sent)::int as sent, sum(failed)::int as failed, sum(retried)::int as retried from engine_pulse
    where channel <> '' and at >= date_bin('10 seconds', ${now}::timestamptz, 'epoch') - interval '60 seconds'
      and at < date_bin('10 seconds', ${now}::timestamptz, 'epoch')
    group by channel order by channel`.execute(db)
  return rows
}

export interface MinuteRow {
  at: Date
  sent: number
  failed: number
}

/** Those of the last 60 complete minutes that have messages. */
export async function selectLastHour(db: Db, now: Date): Promise<MinuteRow[]> {
  const { rows } = await sql<MinuteRow>`
    select date_trunc('minute', at) as at, sum(sent)::int as sent, sum(failed)::int as failed from engine_pulse
    where at >= date_trunc('minute', ${now}::timestamptz) - interval '60 minutes'
      and at < date_trunc('minute', ${now}::timestamptz)
    group by 1 order by 1`.execute(db)
  return rows
}

export interface TotalRow extends PulseRow {
  leasesLost: number
}

/** Since the installation was created. */
export async function selectTotals(db: Db): Promise<TotalRow[]> {
  const { rows } = await sql<TotalRow>`
    select channel, sum(sent)::float8 as sent, sum(failed)::float8 as failed, sum(retried)::float8 as retried,
      sum(leases_lost)::float8 as "leasesLost"
    from engine_total group by channel order by channel`.execute(db)
  return rows
}

export async function countLeasesLost(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(leases_lost), 0)::int as n from engine_pulse
    where at >= ${now}::timestamptz - interval '1 hour'`.execute(db)
  return rows[0]?.n ?? 0
}

export interface WorkerRow {
  workerId: string
  hostId: string
  pid: number
  startedAt: Date
  beatSeconds: number
  batches: number
  connections: number
  journalBytes: number
}

/** By the database's clock, like everything about leases. */
export async function selectWorkers(db: Db): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select w.worker_id as "workerId", w.host_id as "hostId", w.pid, w.started_at as "startedAt",
      greatest(0, extract(epoch from clock_timestamp() - w.beat_at))::float8 as "beatSeconds",
      (select count(*)::int from batch b where b.owner = w.worker_id and not b.done) as batches,
      (select coalesce(sum(g.connections), 0)::int from connection_grant g where g.worker_id = w.worker_id) as connections,
      w.journal_bytes as "journalBytes"
    from worker w order by w.host_id, w.started_at, w.worker_id limit 500`.execute(db)
  return rows
}

export interface Lag {
  hits: number
  oldestHitSeconds: number | null
  reports: number
  /** Reports that cannot be read and are kept for an operator to look at. */
  setAside: number
}

/** Events of messages that are not in the counters yet. */
export async function selectLag(db: Db, now: Date): Promise<Lag> {
  const { rows } = await sql<Lag>`
    select (select count(*)::int from (select 1 from waiting_hit limit ${sql.lit(MOST)}) h) as hits,
      (select extract(epoch from ${now}::timestamptz - min(at))::float8 from waiting_hit) as "oldestHitSeconds",
      (select count(*)::int from (
        select 1 from report where next_try_at is not null limit ${sql.lit(MOST)}) r) as reports,
      (select count(*)::int from (
        select 1 from report where outcome = 'set_aside' limit ${sql.lit(MOST)}) s) as "setAside"`.execute(db)
  return rows[0] ?? { hits: 0, oldestHitSeconds: null, reports: 0, setAside: 0 }
}

export interface OffRow {
  applicationId: string
  application: string
  runId: string
  name: string
  off: number
  checkedAt: Date
}

/** Runs whose counters were wrong at the last comparison; the partial index contains no others. */
export async function selectOff(db: Db, limit: number): Promise<OffRow[]> {
  const { rows } = await sql<OffRow>`
    select r.application_id as "applicationId", coalesce(a.name, '') as application, r.run_id as "runId", r.name,
      r.counters_off as off, r.counters_checked_at as "checkedAt"
    from run r left join application a on a.application_id = r.application_id
    where r.counters_off <> 0 order by r.counters_checked_at desc limit ${limit}`.execute(db)
  return rows
}

export async function hasRun(db: Db, applicationId: string, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('run')
    .where(eb => eb.and({ application_id: applicationId, run_id: runId }))
    .where('details_removed_at', 'is', null)
    .select('run_id')
    .executeTakeFirst()
  return row !== undefined
}

/** In bytes; adds up file sizes. */
export async function selectDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select database_bytes()::float8 as size`.execute(db)
  return rows[0]?.size ?? 0
}

/** The oldest account that still exists. */
export async function selectFirstAccount(db: Db): Promise<string | undefined> {
  return (await firstAccount(db))?.account_id
}

/** Their email address. */
export async function selectFirstAddress(db: Db): Promise<string | undefined> {
  return (await firstAccount(db))?.email
}

function firstAccount(db: Db) {
  return db
    .selectFrom('account')
    .where('email_verified_at', 'is not', null)
    .select(['account_id', 'email'])
    .orderBy('created_at')
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst()
}
