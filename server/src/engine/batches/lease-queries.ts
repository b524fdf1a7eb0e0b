/** SQL of batch leases and connection grants. Only leases use the database's clock; business times are parameters. */
import type { FrequencyCap } from '@notifly/contracts/applications/applications'
import type pg from 'pg'
import { channelNamed } from '../../channels/registry.ts'
import type { JournalBatch } from '../record/outcomes.ts'
import type { WorkerIdentity } from './worker-queries.ts'
import { STATE } from '../states.ts'

/** A batch that a worker has just leased, with what it needs in order to send it. */
export interface ClaimedBatch extends JournalBatch {
  laneId: string
  laneClass: LaneClass
  /** The lane whose rate limit applies: the campaign lane of the channel, also for single messages. */
  slotLaneId: string
  /** Its run is a stream: each of its messages has data of its own. */
  isStream: boolean
  /** Its stream holds test sends, whose sender waits for the result. */
  isTest: boolean
  campaignId: string
  seqFrom: number | null
  seqTo: number | null
  seqs: number[] | null
  /** W3C traceparent of the run; null if the run is not traced. */
  trace: string | null
  /** Number of the A/B variant, from 1; 0 for the run's own content. */
  variant: number
  /** Attempts already made for its deliveries. */
  attempt: number
  /** Its last lease expired on another machine, so that worker's last actions are unknown. */
  isTakenOver: boolean
  /** Messages per second; null for no limit of our own. */
  ratePerSecond: number | null
  maxConnections: number
  /** How many messages one contact may get on the channel; null for no cap. */
  cap: FrequencyCap | null
  /** Number of live workers, which share those connections. */
  workers: number
  /** The lane's configuration failed the last time it was used. */
  isLaneFailing: boolean
  configuration: StoredConfiguration
}

/** 0: messages that a person or program waits for; 1: campaigns, and messages that may queue behind them. */
export type LaneClass = 0 | 1

export interface StoredConfiguration {
  configuration_id: string
  provider: string
  settings: unknown
  secrets: string
  hook_token: string
  updatedAt: Date
}

interface Queryable {
  query: pg.Pool['query']
}

/** Batches that are free, or whose owner is gone: one on another machine, or one without a supervisor. */
const isFree = (
  batch: string,
  leaseHost: string,
): string => `(${batch}.owner is null or (${batch}.lease_until < clock_timestamp()
  and not exists (select 1 from worker w where w.worker_id = ${batch}.owner and w.host_id = ${leaseHost})))`

const LIVING = (leaseMs: string): string =>
  `(select greatest(count(*), 1)::int from worker where beat_at > clock_timestamp() - ${leaseMs} * interval '1 millisecond')`

const MINUTE = `date_trunc('minute', $3::timestamptz)`

// Starts from the few runs that are open. A lane is a candidate while it is neither blocked nor busy in this worker. Settings that changed
// after it was blocked are worth a try at once, and so is a test send. An idle lane does not save up turns: it re-enters near the others.
// An application that has used its quota of this minute waits for the next one, except for messages that a person waits for. Runs of one
// lane take turns at random, so that a small one need not wait for the end of a large one. Messages that a person waits for have a claim
// loop of their own, and no frequency cap.
const CLAIM = (laneClass: LaneClass): string => `
  with candidate as materialized (
    select r.application_id, r.run_id, r.campaign_id, r.channel, r.stream is not null as is_stream, r.is_test, r.trace, l.lane_id, l.vtime, l.weight, l.blocked_reason,
      c.configuration_id, c.provider, c.settings, c.secrets, c.hook_token, c.updated_at
    from run r
    join lane l on l.lane_id = r.lane_id
    join channel_configuration c on c.application_id = r.application_id and c.channel = r.channel
    where r.state = 'executing' and l.class = ${laneClass} and (r.expires_at is null or r.expires_at > $3)
      and (l.blocked_until <= $3 or c.updated_at > l.blocked_at or r.is_test)
      and l.lane_id <> all ($4::uuid[])
      and ($6::int = 0 or ${laneClass === 0} or $6::int > (
        select coalesce(sum(m.minute_n), 0) from lane m
        where m.application_id = l.application_id and m.minute_at = ${MINUTE}))
      and exists (
        select 1 from batch b where b.application_id = r.application_id and b.run_id = r.run_id
          and not b.done and b.due_at <= $3 and ${isFree('b', '$2')})
  ), chosen as (
    select * from candidate order by vtime, random() limit 1
  ), picked as (
    select b.application_id, b.run_id, b.no, b.owner is not null as was_held from chosen
    join batch b on b.application_id = chosen.application_id and b.run_id = chosen.run_id
    where not b.done and b.due_at <= $3 and ${isFree('b', '$2')}
    order by b.due_at, b.no limit 1 for update of b skip locked
  ), leased as (
    update batch b set owner = $1, token = b.token + 1, lease_until = clock_timestamp() + $5 * interval '1 millisecond'
    from picked p where b.application_id = p.application_id and b.run_id = p.run_id and b.no = p.no
    returning b.*, p.was_held
  ), size as (
    select coalesce(cardinality(seqs), seq_to - seq_from + 1) as n from leased
  ), charged as (
    update lane set vtime =
      greatest(lane.vtime, (select min(vtime) from candidate where lane_id <> lane.lane_id) - 1000)
        + (select n from size) / lane.weight,
      minute_at = ${MINUTE},
      minute_n = case when lane.minute_at = ${MINUTE} then lane.minute_n else 0 end + (select n from size)
    where lane_id = (select lane_id from leased)
  )
  select leased.application_id as "applicationId", leased.run_id as "runId", chosen.campaign_id as "campaignId",
    chosen.channel, leased.no, leased.token, leased.lane_id as "laneId", ${laneClass} as "laneClass", chosen.is_stream as "isStream",
    chosen.is_test as "isTest", chosen.trace,
    ${laneClass === 1 ? 'leased.lane_id' : CAMPAIGN_LANE} as "slotLaneId", leased.seq_from as "seqFrom", leased.seq_to as "seqTo",
    leased.seqs, leased.variant, leased.attempt, leased.was_held as "isTakenOver",
    chosen.blocked_reason is not null as "isLaneFailing",
    (chosen.settings ->> 'messages_per_second')::float8 as "ratePerSecond",
    (chosen.settings ->> 'max_connections')::int as "maxConnections",
    ${laneClass === 1 ? '(select a.frequency_cap -> chosen.channel from application a where a.application_id = leased.application_id)' : 'null'} as cap,
    ${LIVING('$5')} as workers,
    chosen.configuration_id, chosen.provider, chosen.settings, chosen.secrets, chosen.hook_token, chosen.updated_at
  from leased join chosen on true`

const CAMPAIGN_LANE = `coalesce((select o.lane_id from lane o
      where o.application_id = leased.application_id and o.channel = chosen.channel and o.class = 1), leased.lane_id)`
const CLAIMS = { 0: CLAIM(0), 1: CLAIM(1) } as const

interface ClaimRow extends Omit<ClaimedBatch, 'configuration' | 'maxConnections'> {
  maxConnections: number | null
  configuration_id: string
  provider: string
  settings: unknown
  secrets: string
  hook_token: string
  updated_at: Date
}

// If neither the settings nor the provider name a limit.
const CONNECTIONS = 20

/** Leases the next batch by fair share of lanes. Returns null if there is none. */
export async function claimBatch(
  db: Queryable,
  worker: WorkerIdentity,
  options: {
    now: Date
    busyLanes: readonly string[]
    leaseMs: number
    messagesPerMinute: number
    laneClass: LaneClass
  },
): Promise<ClaimedBatch | null> {
  const { laneClass } = options
  const { rows } = await db.query<ClaimRow>({
    name: `delivery-claim-${laneClass}`,
    text: CLAIMS[laneClass],
    values: [
      worker.workerId,
      worker.hostId,
      options.now,
      options.busyLanes,
      options.leaseMs,
      options.messagesPerMinute,
    ],
  })
  const [row] = rows
  if (row === undefined) return null
  const { configuration_id, provider, settings, secrets, hook_token, updated_at: updatedAt, ...claim } = row
  const maxConnections =
    row.maxConnections ?? channelNamed(row.channel)?.providers[provider]?.connections ?? CONNECTIONS
  return {
    ...claim,
    maxConnections,
    configuration: { configuration_id, provider, settings, secrets, hook_token, updatedAt },
  }
}

interface RenewedLeases {
  leases: RenewedLease[]
  /** Number of live workers, this one included. */
  workers: number
}

interface RenewedLease {
  applicationId: string
  runId: string
  no: number
  token: number
  mayGoOn: boolean
}

/**
 * Renews all leases of a worker. Returns null if the worker is unknown, because its work was taken over. Locks rows in the order in which
 * the recorder ends batches: in any other order the two waited for each other, and permits lapsed for a second.
 */
export async function renewLeases(
  db: Queryable,
  workerId: string,
  options: { now: Date; leaseMs: number },
): Promise<RenewedLeases | null> {
  const { rows } = await db.query<{ isKnown: boolean; leases: RenewedLease[] | null; workers: number }>({
    name: 'delivery-renew',
    text: `
      with known as (update worker set beat_at = clock_timestamp() where worker_id = $1 returning 1),
      held as materialized (
        select b.application_id, b.run_id, b.no from batch b
        where b.owner = $1 and not b.done and exists (select 1 from known)
        order by b.run_id, b.no for no key update of b
      ), renewed as (
        update batch b set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
        from held h join run r on r.application_id = h.application_id and r.run_id = h.run_id
        where b.application_id = h.application_id and b.run_id = h.run_id and b.no = h.no
        returning b.application_id, b.run_id, b.no, b.token,
          r.state = 'executing' and (r.expires_at is null or r.expires_at > $2) as may)
      select exists (select 1 from known) as "isKnown", ${LIVING('$3')} as workers, (select json_agg(json_build_object('applicationId', application_id,
        'runId', run_id, 'no', no, 'token', token, 'mayGoOn', may)) from renewed) as leases`,
    values: [workerId, options.now, options.leaseMs],
  })
  const [row] = rows
  return row?.isKnown === true ? { leases: row.leases ?? [], workers: row.workers } : null
}

/**
 * Raises this worker's share of a configuration's connections; all shares together never exceed `limit`. Returns the share. It is only
 * raised here: a worker that gives connections back closes them first, then calls `lowerGrant`. Workers whose leases have expired do not
 * count.
 */
export async function raiseGrant(
  client: pg.ClientBase,
  grant: { applicationId: string; channel: string; workerId: string; wanted: number; limit: number; leaseMs: number },
): Promise<number> {
  const key = [grant.applicationId, grant.channel]
  await client.query(`select pg_advisory_xact_lock(hashtextextended('connections ' || $1::text || $2::text, 0))`, key)
  const { rows } = await client.query<{ connections: number }>(
    `with others as (
       select coalesce(sum(g.connections), 0)::int as n from connection_grant g join worker w using (worker_id)
       where g.application_id = $1 and g.channel = $2 and g.worker_id <> $3 and w.beat_at > clock_timestamp() - $6 * interval '1 millisecond'
     )
     insert into connection_grant as g (application_id, channel, worker_id, connections)
     select $1, $2, $3, greatest(least($4::int, $5::int - others.n), 0) from others
     on conflict (application_id, channel, worker_id) do update set connections = greatest(g.connections, excluded.connections)
     returning connections`,
    [...key, grant.workerId, grant.wanted, grant.limit, grant.leaseMs],
  )
  return rows[0]?.connections ?? 0
}

export async function lowerGrant(
  db: Queryable,
  grant: { applicationId: string; channel: string; workerId: string },
  connections: number,
): Promise<void> {
  await db.query(
    'update connection_grant set connections = $4 where application_id = $1 and channel = $2 and worker_id = $3',
    [grant.applicationId, grant.channel, grant.workerId, connections],
  )
}

// SQL of batches: releasing them, completing them, and the lists of deliveries that get another attempt.

interface BatchKey {
  applicationId: string
  runId: string
  no: number
  token: number
}

const LIST_LENGTH = 1000

/** Makes a batch claimable again. Does nothing if the lease is no longer ours. */
export async function releaseBatch(client: pg.ClientBase, batch: BatchKey): Promise<void> {
  await client.query({
    name: 'delivery-release',
    text: `update batch set owner = null, lease_until = null
      where application_id = $1 and run_id = $2 and no = $3 and token = $4 and not done`,
    values: [batch.applicationId, batch.runId, batch.no, batch.token],
  })
}

/**
 * Completes a batch. Returns false if the lease is no longer ours, or if one of its deliveries is still pending and on no list: then the
 * next worker that claims it decides. The check reads a range of the primary key; without it a defect, or a database that lost confirmed
 * writes, would lose a recipient silently.
 */
export async function completeBatch(
  client: pg.ClientBase,
  batch: BatchKey & { seqFrom: number | null; seqTo: number | null; seqs: readonly number[] | null },
  retried: readonly number[],
): Promise<boolean> {
  const range = batch.seqs === null
  const { rowCount } = await client.query({
    name: range ? 'delivery-complete-range' : 'delivery-complete-list',
    text: `update batch set done = true, owner = null, lease_until = null
      where application_id = $1 and run_id = $2 and no = $3 and token = $4 and not done
        and not exists (select 1 from delivery d where d.application_id = $1 and d.run_id = $2 and d.state = ${STATE.pending}
          and d.seq <> all ($5::int[]) and ${range ? 'd.seq between $6 and $7' : 'd.seq = any ($6::int[])'})`,
    values: [
      batch.applicationId,
      batch.runId,
      batch.no,
      batch.token,
      retried,
      ...(range ? [batch.seqFrom, batch.seqTo] : [batch.seqs]),
    ],
  })
  return rowCount === 1
}

/**
 * Adds deliveries to the list that is due at that time, or starts one. The subquery picks exactly one list: with a join PostgreSQL would
 * evaluate the search again for each list and find another one, since its own are locked, and every recipient on the list would get the
 * message several times.
 */
export async function addToList(
  client: pg.ClientBase,
  list: { applicationId: string; runId: string; laneId: string; variant: number; attempt: number; dueAt: Date },
  seqs: readonly number[],
): Promise<void> {
  const key = [list.applicationId, list.runId]
  const joined = await client.query(
    `update batch b set seqs = b.seqs || $5::int[]
     where b.application_id = $1 and b.run_id = $2 and b.no = (
       select no from batch where application_id = $1 and run_id = $2 and due_at = $3 and attempt = $4 and variant = $6 and not done
         and owner is null and cardinality(seqs) + cardinality($5::int[]) <= ${LIST_LENGTH}
       order by no limit 1 for update skip locked)`,
    [...key, list.dueAt, list.attempt, seqs, list.variant],
  )
  if (joined.rowCount !== 0) return
  await client.query(
    `with numbered as (
       update run set next_batch = next_batch + 1 where application_id = $1 and run_id = $2 returning next_batch - 1 as no
     )
     insert into batch (application_id, run_id, no, lane_id, seqs, attempt, due_at, variant)
     select $1, $2, no, $3, $4, $5, $6, $7 from numbered`,
    [...key, list.laneId, seqs, list.attempt, list.dueAt, list.variant],
  )
}
