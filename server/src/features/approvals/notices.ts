/** Notices in the dashboard and by mail: approvers are asked for a decision, makers are told the outcome. */
import { sentenceKey } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { alertOfRequest } from '../alerts/alerts.ts'
import { deleteAsked, insertNotices } from './notice-queries.ts'
import type { RequestHead, RequestKey } from './queries.ts'

/** The reason of a rejection by deadline. */
export const UNDECIDED_REASON = sentenceKey('approvals.nobodyDecided')

/** Name of the job that sends one mail about a request. */
export const APPROVAL_MAIL = 'approval-mail'

export type NoticeKind = 'asked' | 'approved' | 'rejected' | 'withdrawn'

interface Asked extends RequestKey {
  makerId: string | null
}

/** Asks these members for a decision. Each gets a mail by its own job, so that a repeated job reaches one person only. */
export async function notifyApprovers(
  db: Db,
  { applicationId, approvalId, makerId }: Asked,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  await insertAndPush(db, { applicationId, approvalId }, accountIds, { kind: 'asked', byId: makerId }, now)
}

/** Tells the maker the outcome; `byId` is null for a deadline. */
export async function notifyMaker(
  db: Db,
  row: RequestHead,
  ended: { kind: NoticeKind; byId: string | null },
  now: Date,
): Promise<void> {
  if (row.maker_id === null) return
  await insertAndPush(
    db,
    { applicationId: row.application_id, approvalId: row.approval_id },
    [row.maker_id],
    ended,
    now,
  )
}

/** Ends the question to approvers once the request is decided. */
export async function clearApproverNotices(db: Db, key: RequestKey): Promise<void> {
  const asked = await deleteAsked(db, key)
  const [latest] = asked.map(row => row.created_at).toSorted((one, other) => other.getTime() - one.getTime())
  const accountIds = asked.map(row => row.account_id)
  await alertOfRequest(db, { ...key, kind: 'over', askedAt: latest }, accountIds)
}

async function insertAndPush(
  db: Db,
  { applicationId, approvalId }: RequestKey,
  accountIds: readonly string[],
  { kind, byId }: { kind: NoticeKind; byId: string | null },
  now: Date,
): Promise<void> {
  const notices = accountIds.map(accountId => ({ noticeId: uuidv7(now), accountId }))
  await insertNotices(db, { applicationId, approvalId }, notices, { kind, byId, now })
  for (const { accountId } of notices) {
    await enqueue(db, APPROVAL_MAIL, {
      application_id: applicationId,
      approval_id: approvalId,
      kind,
      account_id: accountId,
    })
  }
  await alertOfRequest(db, { applicationId, approvalId, kind }, accountIds)
}
