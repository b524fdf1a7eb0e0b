/** SQL of what is held back after a restore. */
import type { Words } from '@notifly/contracts/sentences/sentence'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { storedWords } from '../../lib/stored-words.ts'
import type { JournalBatch } from '../record/outcomes.ts'
import { STATE } from '../states.ts'

/** Deletes all workers, so that the batches that they held can be claimed. */
export async function deleteAllWorkers(db: Db): Promise<void> {
  for (const table of ['connection_grant', 'journal_position', 'worker'] as const) {
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
}

/** Runs that are paused or held also wait for a person: they may have continued since the backup. */
export async function pauseAllRuns(
  db: Db,
  now: Date,
  reason: Words,
): Promise<{ applicationId: string; campaignId: string }[]> {
  const { rows } = await sql<{ applicationId: string; campaignId: string }>`
    update run set state = 'paused', state_reason = ${storedWords(reason)}, held_at = null
    where stream is null and (state in ('executing', 'paused') or (state = 'preparing' and opens_at <= ${now}))
    returning application_id as "applicationId", campaign_id as "campaignId"`.execute(db)
  return rows
}

/** Batches of single messages that would be sent without a person's decision, retries included. */
export async function lockDueMessages(db: Db, now: Date, limit: number): Promise<JournalBatch[]> {
  const { rows } = await sql<JournalBatch>`
    select b.application_id as "applicationId", b.run_id as "runId", r.channel, b.no, b.token
    from run r join batch b on b.application_id = r.application_id and b.run_id = r.run_id
    where r.stream is not null and r.state in ('executing', 'idle') and not b.done
      and (b.due_at <= ${now} or b.attempt > 0 or b.owner is not null)
    order by b.run_id, b.no limit ${limit} for update of b`.execute(db)
  return rows
}

interface PendingDelivery {
  runId: string
  no: number
  seq: number
  attempts: number
}

export async function selectPending(db: Db, batches: readonly JournalBatch[]): Promise<PendingDelivery[]> {
  const { rows } = await sql<PendingDelivery>`
    select b.run_id as "runId", b.no, d.seq, d.attempts from (${batchesNamed(batches)}) b
    join delivery d on d.application_id = b.application_id and d.run_id = b.run_id and d.state = ${sql.lit(STATE.pending)}
      and case when b.seqs is null then d.seq between b.seq_from and b.seq_to else d.seq = any (b.seqs) end`.execute(db)
  return rows
}

export async function endBatches(db: Db, batches: readonly JournalBatch[]): Promise<void> {
  await sql`
    update batch b set done = true, owner = null, lease_until = null, token = b.token + 1 from (${batchesNamed(batches)}) e
    where b.application_id = e.application_id and b.run_id = e.run_id and b.no = e.no`.execute(db)
}

function batchesNamed(batches: readonly JournalBatch[]) {
  return sql`select b.* from batch b join unnest(${batches.map(({ applicationId }) => applicationId)}::uuid[],
      ${batches.map(({ runId }) => runId)}::uuid[], ${batches.map(({ no }) => no)}::int[]) as n(application_id, run_id, no)
    on b.application_id = n.application_id and b.run_id = n.run_id and b.no = n.no`
}
