/** SQL that cancels a message before its time. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { reasonNumber } from '../reasons.ts'
import { STATE } from '../states.ts'

interface MessageKey {
  applicationId: string
  messageId: string
}

/** As events: those of workers go up to 31. */
const SHARD = 33

/** False when it does not wait for its time any more. */
export function cancelMessage(tx: Db, message: MessageKey, now: Date): Promise<boolean> {
  return cancelWhere(tx, message, sql`b.due_at > ${now} and b.attempt = 0 and m.send_at is not null`, now)
}

/** False when a worker has it in its hands, or had. */
export function withdrawMessage(tx: Db, message: MessageKey, now: Date): Promise<boolean> {
  return cancelWhere(tx, message, sql`true`, now)
}

async function cancelWhere(
  tx: Db,
  { applicationId, messageId }: MessageKey,
  mayCancel: RawBuilder<unknown>,
  now: Date,
): Promise<boolean> {
  // Whoever claims the batch waits for us or is waited for, and reads its deliveries afterwards.
  const { rows } = await sql<{ runId: string; seq: number; deliveries: number }>`
    select m.run_id as "runId", m.seq, m.deliveries from message m
    join batch b on b.application_id = m.application_id and b.run_id = m.run_id
    where m.application_id = ${applicationId} and m.message_id = ${messageId} and not b.done and b.owner is null
      and m.seq between b.seq_from and b.seq_to and ${mayCancel}
    for update of b`.execute(tx)
  const [message] = rows
  if (message === undefined) return false
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
