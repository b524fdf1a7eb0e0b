/** SQL that ends what nobody will send: batches of cancelled and expired runs, and runs with nothing left to do. */
import type pg from 'pg'
import { reasonNumber } from './reasons.ts'
import { STATE } from './states.ts'

interface Queryable {
  query: pg.Pool['query']
}

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
 * A batch, locked, of a run that was cancelled or whose time is over; undefined when there is none that is free. A lane that
 * has failed for too long ends the time of what waits in it.
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
          or (r.state = 'executing' and l.blocked_since <= $1::timestamptz - $2 * interval '1 millisecond'))))
        and not b.done and (b.owner is null or b.lease_until < clock_timestamp())
      order by r.run_id, b.no limit 1 for update of b skip locked`,
    values: [options.now, options.blockedForMs],
  })
  return rows[0]
}

/** Its deliveries that are still pending end as cancelled or expired. */
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
     ), delta as (select count(*)::int as n from ended)
     insert into run_counter as c (application_id, run_id, shard, state, n)
     select $1, $2, $9, v.state, v.n from delta, lateral (values (${STATE.pending}, -delta.n), ($6::int, delta.n)) v(state, n)
     where delta.n > 0 order by v.state
     on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n`,
    [batch.applicationId, batch.runId, batch.seqFrom, batch.seqTo, batch.seqs, state, reason, now, shard],
  )
  await client.query(
    `update batch set done = true, owner = null, lease_until = null, token = token + 1
     where application_id = $1 and run_id = $2 and no = $3`,
    [batch.applicationId, batch.runId, batch.no],
  )
}

/** Runs without an open batch are over; the campaign's status follows. Answers how many. */
export async function finishRuns(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delivery-finish',
    text: `
      with over as (
        select application_id, run_id from run r
        where r.state in ('executing', 'paused', 'cancelling') and (r.started_at is not null or r.state = 'cancelling')
          and not exists (select 1 from batch b where b.application_id = r.application_id and b.run_id = r.run_id and not b.done)
        order by run_id for update skip locked
      ), ended as (
        update run r set state = case r.state when 'cancelling' then 'cancelled' else 'done' end, ended_at = $1,
          state_reason = case r.state when 'cancelling' then r.state_reason end
        from over where r.application_id = over.application_id and r.run_id = over.run_id
        returning r.application_id, r.campaign_id, r.state
      )
      update campaign c set status = case when ended.state = 'cancelled' then 'cancelled'
        when c.next_run_at is null then 'sent' else 'scheduled' end
      from ended where c.application_id = ended.application_id and c.campaign_id = ended.campaign_id
        and c.status in ('pending', 'executing', 'paused')`,
    values: [now],
  })
  return rowCount ?? 0
}
