/** SQL that ends what will not be sent: batches of cancelled and expired runs, and runs with nothing left to do. */
import type pg from 'pg'
import { STATUS_BY_RUNS } from '../runs/run-queries.ts'
import { releasePlaces } from '../sending/recipient-queries.ts'
import { reasonNumber } from '../reasons.ts'
import { STATE } from '../states.ts'
import { shortTransaction } from '../record/merge-queries.ts'

export interface EndingBatch {
  applicationId: string
  runId: string
  no: number
  seqFrom: number | null
  seqTo: number | null
  seqs: number[] | null
  isCancelled: boolean
}

/**
 * A batch, locked, of a run that was cancelled or has expired; undefined if none is free. What waits in a lane that has failed for too long
 * expires.
 */
export async function lockEndingBatch(
  client: pg.ClientBase,
  options: { now: Date; blockedForMs: number },
): Promise<EndingBatch | undefined> {
  const { rows } = await client.query<EndingBatch>({
    name: 'delivery-ending',
    text: `
      select b.application_id as "applicationId", b.run_id as "runId", b.no, b.seq_from as "seqFrom", b.seq_to as "seqTo",
        b.seqs, r.state = 'cancelling' as "isCancelled"
      from run r
      join lane l on l.lane_id = r.lane_id
      join batch b on b.application_id = r.application_id and b.run_id = r.run_id
      where (r.state = 'cancelling' or (r.state in ('executing', 'paused') and (r.expires_at <= $1
          or (r.state = 'executing' and b.due_at <= $1 and l.blocked_since <= $1::timestamptz - $2 * interval '1 millisecond'))))
        and not b.done and (b.owner is null or b.lease_until < clock_timestamp())
      order by r.run_id, b.no limit 1 for update of b skip locked`,
    values: [options.now, options.blockedForMs],
  })
  return rows[0]
}

/** Ends its pending deliveries as cancelled or expired. */
export async function endBatch(client: pg.ClientBase, batch: EndingBatch, shard: number, now: Date): Promise<void> {
  const state = batch.isCancelled ? STATE.cancelled : STATE.expired
  const reason = reasonNumber(batch.isCancelled ? 'run_cancelled' : 'run_expired')
  await client.query(
    `with ended as (
       update delivery set state = $6, reason = $7, last_event_at = $8
       where application_id = $1 and run_id = $2 and state = ${STATE.pending}
         and case when $5::int[] is null then seq between $3 and $4 else seq = any ($5) end
         and seq between coalesce($3, (select min(s) from unnest($5) s)) and coalesce($4, (select max(s) from unnest($5) s))
       returning 1
     ), delta as (select count(*)::int as n from ended), counted as (
       insert into run_counter as c (application_id, run_id, shard, state, n)
       select $1, $2, $9, v.state, v.n from delta, lateral (values (${STATE.pending}, -delta.n), ($6::int, delta.n)) v(state, n)
       where delta.n > 0 order by v.state
       on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
     )
     select 1`,
    [batch.applicationId, batch.runId, batch.seqFrom, batch.seqTo, batch.seqs, state, reason, now, shard],
  )
  await client.query(
    `update batch set done = true, owner = null, lease_until = null, token = token + 1
     where application_id = $1 and run_id = $2 and no = $3`,
    [batch.applicationId, batch.runId, batch.no],
  )
  await releasePlaces(client, [{ ...batch, seqs: seqsOf(batch) }])
}

function seqsOf({ seqs, seqFrom, seqTo }: EndingBatch): number[] {
  const from = seqFrom ?? 1
  return seqs ?? Array.from({ length: (seqTo ?? 0) - from + 1 }, (_, index) => from + index)
}

/** Ends runs without an open batch; the status of their campaigns follows. Returns how many. */
export async function finishRuns(pool: pg.Pool, now: Date): Promise<number> {
  const { rows } = await pool.query({ name: 'delivery-over', text: `select 1 from run r where ${IS_OVER} limit 1` })
  return rows.length === 0 ? 0 : shortTransaction(pool, client => finish(client, now))
}

const IS_OVER = `r.stream is null and r.state in ('executing', 'paused', 'cancelling') and (r.started_at is not null or r.state = 'cancelling')
  and not exists (select 1 from batch b where b.application_id = r.application_id and b.run_id = r.run_id and not b.done)`

async function finish(client: pg.ClientBase, now: Date): Promise<number> {
  const { rows } = await client.query<{ application_id: string; campaign_id: string }>({
    name: 'delivery-finish',
    text: `
      with over as (
        select application_id, run_id from run r where ${IS_OVER} order by run_id for update skip locked
      )
      update run r set state = case r.state when 'cancelling' then 'cancelled' else 'done' end, ended_at = $1,
        state_reason = case r.state when 'cancelling' then r.state_reason end
      from over where r.application_id = over.application_id and r.run_id = over.run_id
      returning r.application_id, r.campaign_id`,
    values: [now],
  })
  const campaigns = [rows.map(row => row.application_id), rows.map(row => row.campaign_id)]
  const isTheirs = `(c.application_id, c.campaign_id) in (select * from unnest($1::uuid[], $2::uuid[]))`
  // Locked before the status is derived from the runs: of two runs that end at once, the later one sees the other's end.
  await client.query(`select 1 from campaign c where ${isTheirs} order by c.campaign_id for update`, campaigns)
  await client.query(`update campaign c set status = ${STATUS_BY_RUNS} where ${isTheirs}`, campaigns)
  return rows.length
}
