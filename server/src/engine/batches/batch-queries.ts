/** SQL of batches: giving them back, completing them, and the lists of those who get a further attempt. */
import type pg from 'pg'
import { STATE } from '../states.ts'

export interface BatchKey {
  applicationId: string
  runId: string
  no: number
  token: number
}

const LIST_LENGTH = 1000

/** Another worker, or this one later, may claim it. Does nothing when it is not ours any more. */
export async function releaseBatch(client: pg.ClientBase, batch: BatchKey): Promise<void> {
  await client.query({
    name: 'delivery-release',
    text: `update batch set owner = null, lease_until = null
      where application_id = $1 and run_id = $2 and no = $3 and token = $4 and not done`,
    values: [batch.applicationId, batch.runId, batch.no, batch.token],
  })
}

/**
 * False when the batch is not ours any more, or when some delivery of it is still pending and on no list: the next worker that
 * claims it finds out what is to be done. The look costs a range of the primary key; without it a defect, or a database that
 * forgot what it had confirmed, would lose a recipient in silence.
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
 * Adds deliveries to the list that is due then, or begins one. Of several that are due then it is one and no more: as a join the
 * search would be asked again for each of them and find another, since its own are locked, and every recipient on the list would
 * get the message once for each.
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
