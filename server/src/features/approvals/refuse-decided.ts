import { APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { type RequestRow, selectNames } from './queries.ts'

/** Throws conflict, naming who was first, for a request that does not wait any more. */
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
