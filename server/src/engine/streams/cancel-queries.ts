/** SQL that cancels a message before its time. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { reasonNumber } from '../reasons.ts'
import { STATE } from '../states.ts'

interface MessageKey {
  applicationId: string
  messageId: string
}

/** The counters' shard; workers have 0 to 31, events 32. */
const SHARD = 33

/** Cancels a message that waits for its time. Returns false if it no longer does. */
export function cancelMessage(tx: Db, message: MessageKey, now: Date): Promise<boolean> {
  return cancelWhere(tx, message, { isDelayed: true, mayCancel: sql`b.due_at > ${now} and b.attempt = 0` }, now)
}

/** Cancels a message that is due. Returns false if a worker has claimed it. */
export function withdrawMessage(tx: Db, message: MessageKey, now: Date): Promise<boolean> {
  return cancelWhere(tx, message, { isDelayed: false, mayCancel: sql`true` }, now)
}

async function cancelWhere(
  tx: Db,
  { applicationId, messageId }: MessageKey,
  { isDelayed, mayCancel }: { isDelayed: boolean; mayCancel: RawBuilder<unknown> },
  now: Date,
): Promise<boolean> {
  const message = await tx
    .selectFrom('message')
    .where(eb => eb.and({ application_id: applicationId, message_id: messageId }))
    .select(['run_id as runId', 'seq', 'deliveries', 'send_at as sendAt'])
    .executeTakeFirst()
  if (message === undefined || (isDelayed && message.sendAt === null)) return false
  // A worker that claims the batch waits for this lock or holds it, and reads the deliveries afterwards.
  const { rows: waiting } = await sql`
    select b.no from batch b
    where b.application_id = ${applicationId} and b.run_id = ${message.runId} and not b.done and b.owner is null
      and ${message.seq} between b.seq_from and b.seq_to and ${mayCancel}
    for update`.execute(tx)
  if (waiting.length === 0) return false
  const { rows: ended } = await sql<{ n: number }>`
    with ended as (
      update delivery set state = ${sql.lit(STATE.cancelled)}, reason = ${reasonNumber('message_cancelled')}, last_event_at = ${now}
      where application_id = ${applicationId} and run_id = ${message.runId} and state = ${sql.lit(STATE.pending)}
        and seq between ${message.seq} and ${message.seq + message.deliveries - 1}
      returning 1
    ), delta as (select count(*)::int as n from ended), counted as (
      insert into run_counter as c (application_id, run_id, shard, state, n)
      select ${applicationId}::uuid, ${message.runId}::uuid, ${sql.lit(SHARD)}, v.state, v.n
      from delta, lateral (values (${sql.lit(STATE.pending)}, -delta.n), (${sql.lit(STATE.cancelled)}, delta.n)) v(state, n)
      where delta.n > 0 order by v.state
      on conflict (application_id, run_id, shard, state) do update set n = c.n + excluded.n
    )
    select n from delta`.execute(tx)
  return (ended[0]?.n ?? 0) > 0
}
