/** A person decides a request. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { byCaller } from '../audit/audit.ts'
import { applyRequest } from './apply.ts'
import type { CommandRegistry } from './command.ts'
import { clearApproverNotices, notifyMaker } from './notices.ts'
import { endRequest, lockRequest, type RequestRow, selectNames } from './queries.ts'
import { recordDecision } from './perform.ts'
import { maySee, type Viewer, viewerOf } from './viewer.ts'

interface Decision {
  decision: 'approve' | 'reject'
  description?: string | undefined
}

/**
 * Approves or rejects; approving carries out the write in the same transaction. Throws notFound if the caller may not see the request,
 * forbidden if they may not decide it, and conflict if it is decided already, or cannot be applied: then it stays open.
 */
export async function decideRequest(
  deps: Deps,
  commands: CommandRegistry,
  caller: ApplicationCaller,
  approvalId: string,
  { decision, description = '' }: Decision,
): Promise<void> {
  const key = { applicationId: caller.applicationId, approvalId: approvalId.toLowerCase() }
  const viewer = await viewerOf(deps.database.kysely, caller)
  const decide = async (db: Db): Promise<void> => {
    const row = await lockRequest(db, key)
    if (row === undefined || !maySee(viewer, row)) throw new AppError('notFound')
    demandApprover(viewer, row)
    await refuseDecided(db, row)
    const isApproved = decision === 'approve'
    if (!isApproved && description === '') throw invalidField('description', sentence('fields.required'))
    assertCanDecideNow(viewer, row)
    if (isApproved) await applyRequest(deps, commands, db, row)

    const now = deps.clock.now()
    const words = description === '' ? null : description
    const status = isApproved ? 1 : 2
    await endRequest(db, key, { status, decidedBy: 'user', approverId: caller.accountId, description: words, now })
    const decided = { ...key, title: row.title, command: row.command }
    const action = isApproved ? 'approval.approve' : 'approval.reject'
    await recordDecision(db, byCaller(caller), action, decided, now, words)
    await clearApproverNotices(db, key)
    await notifyMaker(db, row, { kind: isApproved ? 'approved' : 'rejected', byId: caller.accountId }, now)
  }
  await limitedWrite(deps.database.kysely, key.applicationId, decide)
}

function demandApprover({ accountId, approves }: Viewer, row: RequestRow): void {
  if (row.maker_id === accountId) throw new AppError('forbidden', sentence('approvals.own'))
  if (!approves.includes(row.activity)) throw new AppError('forbidden')
}

function assertCanDecideNow({ groups }: Viewer, { role_group: group }: RequestRow): void {
  if (groups.includes(group)) return
  throw new AppError('forbidden', sentence('approvals.group', { group }))
}

/** Throws conflict, naming who decided first, if the request is no longer open. */
export async function refuseDecided(db: Db, row: RequestRow): Promise<void> {
  if (row.status === APPROVAL_STATUS.pending) return
  const { status, decided_by, approver_id: approverId } = row
  const verb = verbOf(status)
  if (decided_by === 'sla' && verb !== 'withdrawn') {
    const words = sentence(`approvals.decided.${verb}ByDeadline`)
    throw new AppError('conflict', { ...words, data: { status, decided_by, by: 'the deadline' } })
  }
  const names = approverId === null ? new Map<string, string>() : await selectNames(db, [approverId])
  const name = names.get(approverId ?? '')
  const words = sentence(`approvals.decided.${verb}`, { name: name ?? sentence('approvals.somebodyElse') })
  throw new AppError('conflict', { ...words, data: { status, decided_by, by: name ?? 'somebody else' } })
}

function verbOf(status: number): 'approved' | 'rejected' | 'withdrawn' {
  if (status === APPROVAL_STATUS.approved) return 'approved'
  return status === APPROVAL_STATUS.rejected ? 'rejected' : 'withdrawn'
}
