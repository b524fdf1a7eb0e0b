/** Taking a request back. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { byCaller } from '../audit/audit.ts'
import { forgetAsked, tellMaker } from './notices.ts'
import { endRequest, lockRequest, lockRequestsOf, type RequestRow } from './queries.ts'
import { type By, recordDecision } from './record.ts'
import { refuseDecided } from './refuse-decided.ts'

/** Withdraws a request of the caller's own. Throws notFound, and conflict once it is decided. */
export async function withdrawRequest(deps: Deps, caller: ApplicationCaller, approvalId: string): Promise<void> {
  const key = { applicationId: caller.applicationId, approvalId: approvalId.toLowerCase() }
  await deps.database.kysely.transaction().execute(async db => {
    const row = await lockRequest(db, key)
    if (row === undefined || row.maker_id !== caller.accountId) throw new AppError('notFound')
    await refuseDecided(db, row)
    await withdraw(db, row, byCaller(caller), caller.accountId, deps.clock.now())
  })
}

/**
 * Withdraws every open request of somebody who is no member any more, in the transaction that removes them. `by` is who
 * removes them, and from where.
 */
export async function withdrawRequestsOf(
  tx: Kysely<Tables>,
  member: { organizationId: string; accountId: string },
  by: By,
  now: Date,
): Promise<void> {
  for (const row of await lockRequestsOf(tx, member.organizationId, member.accountId)) {
    const byId = typeof by.actor === 'string' ? null : by.actor.accountId
    await withdraw(tx, row, { ...by, applicationId: row.application_id }, byId, now)
  }
}

async function withdraw(tx: Kysely<Tables>, row: RequestRow, by: By, byId: string | null, now: Date): Promise<void> {
  const key = { applicationId: row.application_id, approvalId: row.approval_id }
  await endRequest(tx, key, { status: 3, decidedBy: 'user', approverId: byId, description: null, now })
  await recordDecision(tx, by, 'approval.withdraw', { ...key, title: row.title, command: row.command }, now)
  await forgetAsked(tx, key)
  if (row.maker_id !== byId) await tellMaker(tx, row, { kind: 'withdrawn', byId }, now)
}
