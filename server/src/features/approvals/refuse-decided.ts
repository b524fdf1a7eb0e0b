import { APPROVAL_STATUS } from '@notifly/contracts/approvals'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { type RequestRow, selectNames } from './queries.ts'

const VERBS: Record<number, string> = {
  [APPROVAL_STATUS.approved]: 'approved',
  [APPROVAL_STATUS.rejected]: 'rejected',
  [APPROVAL_STATUS.withdrawn]: 'withdrawn',
}

/** Throws conflict, naming who was first, for a request that does not wait any more. */
export async function refuseDecided(db: Kysely<Tables>, row: RequestRow): Promise<void> {
  if (row.status === APPROVAL_STATUS.pending) return
  const names = row.approver_id === null ? new Map<string, string>() : await selectNames(db, [row.approver_id])
  const who = row.decided_by === 'sla' ? 'the deadline' : (names.get(row.approver_id ?? '') ?? 'somebody else')
  const message = `This request was already ${VERBS[row.status] ?? 'decided'} by ${who}.`
  throw new AppError('conflict', { message, data: { status: row.status, decided_by: row.decided_by, by: who } })
}
