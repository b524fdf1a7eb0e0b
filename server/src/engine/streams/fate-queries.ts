/** SQL of what happened to messages, for callers that wait for it. */
import { sql } from 'kysely'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { Db } from '../../db/schema/tables.ts'
import type { AttemptKind, State } from '../states.ts'

export interface FateRow {
  messageId: string
  channel: Channel
  /** State of its first delivery. */
  state: State
  reason: number
  /** How its last attempt ended; null before there is one. */
  attempt: AttemptKind | null
  attemptReason: string | null
  answer: string | null
  /** Why its lane is blocked, if it is and the message waits with it. */
  blockedReason: string | null
}

export async function selectFates(
  db: Db,
  applicationId: string,
  messageIds: readonly string[],
  now: Date,
): Promise<FateRow[]> {
  const { rows } = await sql<FateRow>`
    select m.message_id as "messageId", r.channel, d.state, d.reason, a.outcome as attempt, a.reason as "attemptReason", a.answer,
      case when l.blocked_until > ${now} and not r.is_test then l.blocked_reason end as "blockedReason"
    from message m
    join run r on r.application_id = m.application_id and r.run_id = m.run_id
    join delivery d on d.application_id = m.application_id and d.run_id = m.run_id and d.seq = m.seq
    left join lane l on l.application_id = r.application_id and l.lane_id = r.lane_id
    left join lateral (
      select outcome, reason, answer from attempt a
      where a.application_id = m.application_id and a.run_id = m.run_id and a.seq = m.seq
      order by a.n desc, a.at desc limit 1
    ) a on true
    where m.application_id = ${applicationId} and m.message_id = any (${[...messageIds]}::uuid[])`.execute(db)
  return rows
}

/** Deletes what messages say once it is no longer needed. */
export async function emptyMessages(db: Db, applicationId: string, messageIds: readonly string[]): Promise<void> {
  await sql`
    update message set data = null
    where application_id = ${applicationId} and message_id = any (${[...messageIds]}::uuid[])`.execute(db)
}
