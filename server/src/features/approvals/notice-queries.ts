/** SQL of notices, and of what their mails say. */
import { sql } from 'kysely'
import { countRows } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { RequestKey } from './queries.ts'

export async function insertNotices(
  db: Db,
  { applicationId, approvalId }: RequestKey,
  notices: readonly { noticeId: string; accountId: string }[],
  about: { kind: string; byId: string | null; now: Date },
): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ noticeId, accountId }) => ({
    application_id: applicationId,
    notice_id: noticeId,
    account_id: accountId,
    kind: about.kind,
    approval_id: approvalId,
    by_account_id: about.byId,
    created_at: about.now,
  }))
  await db.insertInto('notice').values(rows).execute()
}

/** Returns the members who were asked, and when. */
export function deleteAsked(db: Db, { applicationId, approvalId }: RequestKey) {
  return db
    .deleteFrom('notice')
    .where(eb => eb.and({ application_id: applicationId, approval_id: approvalId, kind: 'asked' }))
    .returning(['account_id', 'created_at'])
    .execute()
}

interface Reader {
  applicationId: string
  accountId: string
}

export function selectNotices(db: Db, { applicationId, accountId }: Reader, limit: number) {
  return db
    .selectFrom('notice')
    .innerJoin('approval', join =>
      join
        .onRef('approval.application_id', '=', 'notice.application_id')
        .onRef('approval.approval_id', '=', 'notice.approval_id'),
    )
    .leftJoin('account', 'account.account_id', 'notice.by_account_id')
    .where(eb => eb.and({ 'notice.application_id': applicationId, 'notice.account_id': accountId }))
    .select([
      'notice.notice_id',
      'notice.kind',
      'notice.approval_id',
      'notice.read_at',
      'notice.created_at',
      'approval.activity',
      'approval.command',
      'approval.title',
      'account.name as by',
    ])
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.notice_id', 'desc')
    .limit(limit)
    .execute()
}

export async function countUnread(db: Db, { applicationId, accountId }: Reader): Promise<number> {
  return countRows(
    db
      .selectFrom('notice')
      .where(eb => eb.and({ application_id: applicationId, account_id: accountId }))
      .where('read_at', 'is', null),
  )
}

export async function updateRead(
  db: Db,
  { applicationId, accountId }: Reader,
  noticeIds: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: now })
    .where(eb => eb.and({ application_id: applicationId, account_id: accountId }))
    .where('read_at', 'is', null)
    .$if(noticeIds !== undefined, query => query.where(sql<boolean>`notice_id = any(${noticeIds}::uuid[])`))
    .execute()
}

/** The facts of a mail about a request; undefined if the person is no longer an active member. */
export function selectForMail(db: Db, { applicationId, approvalId }: RequestKey, accountId: string) {
  return db
    .selectFrom('approval')
    .innerJoin('application', 'application.application_id', 'approval.application_id')
    .innerJoin('member', join =>
      join
        .onRef('member.organization_id', '=', 'approval.organization_id')
        .on('member.account_id', '=', accountId)
        .on('member.status', '=', 'active'),
    )
    .innerJoin('account', 'account.account_id', 'member.account_id')
    .leftJoin('account as maker', 'maker.account_id', 'approval.maker_id')
    .leftJoin('account as approver', 'approver.account_id', 'approval.approver_id')
    .where(eb => eb.and({ 'approval.application_id': applicationId, 'approval.approval_id': approvalId }))
    .where('application.deleted_at', 'is', null)
    .select([
      'approval.status',
      'approval.activity',
      'approval.title',
      'approval.description',
      'approval.due_at',
      'application.name as application',
      'application.timezone',
      'account.email',
      'account.locale',
      'maker.name as maker',
      'approver.name as approver',
    ])
    .executeTakeFirst()
}
