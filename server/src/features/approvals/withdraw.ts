/** Withdrawing requests. */
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { byCaller } from '../audit/audit.ts'
import { clearApproverNotices, notifyMaker } from './notices.ts'
import type { ActContext } from './command.ts'
import {
  emptyRequests,
  endRequest,
  lockRequest,
  lockRequestsNaming,
  lockRequestsOf,
  lockRequestsOn,
  type ObjectKey,
  type RequestHead,
} from './queries.ts'
import { type By, recordDecision } from './perform.ts'
import { refuseDecided } from './decide.ts'

/** Withdraws the caller's own request. Throws notFound, and conflict once it is decided. */
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
 * Withdraws all open requests of a person who leaves the organization, in the transaction that removes them. `by`: who removes them, and
 * from where.
 */
export async function withdrawRequestsOf(
  tx: Db,
  member: { organizationId: string; accountId: string },
  by: By,
  now: Date,
): Promise<void> {
  for (const row of await lockRequestsOf(tx, member.organizationId, member.accountId)) {
    const byId = typeof by.actor === 'object' && 'accountId' in by.actor ? by.actor.accountId : null
    await withdraw(tx, row, { ...by, applicationId: row.application_id }, byId, now)
  }
}

/** Withdraws the open requests on these objects, in the transaction that deletes what they ask for. */
export async function withdrawRequestsOn(context: ActContext, type: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await withdrawAll(context, await lockRequestsOn(context.db, context.actor.applicationId, type, ids))
}

/** Types of objects whose requests name people. */
const NAMING_TYPES = ['contact', 'suppression']

/**
 * For objects whose data must be erased: deletes the contents of decided requests on the object, and withdraws open requests on other
 * objects that name it. `values`: what names the object.
 */
export async function deleteRequestsOf(
  context: ActContext,
  key: Pick<ObjectKey, 'type' | 'id'>,
  values: readonly string[],
): Promise<void> {
  const object = { ...key, applicationId: context.actor.applicationId }
  const naming = { types: NAMING_TYPES, values }
  await withdrawAll(context, await lockRequestsNaming(context.db, object, naming))
  await emptyRequests(context.db, object, naming)
}

async function withdrawAll({ db, actor, now }: ActContext, rows: readonly RequestHead[]): Promise<void> {
  const { organizationId, applicationId, ...who } = actor
  const by = { organizationId, applicationId, actor: who, origin: null }
  for (const row of rows) await withdraw(db, row, by, 'accountId' in who ? who.accountId : null, now)
}

async function withdraw(tx: Db, row: RequestHead, by: By, byId: string | null, now: Date): Promise<void> {
  const key = { applicationId: row.application_id, approvalId: row.approval_id }
  await endRequest(tx, key, { status: 3, decidedBy: 'user', approverId: byId, description: null, now })
  await recordDecision(tx, by, 'approval.withdraw', { ...key, title: row.title, command: row.command }, now)
  await clearApproverNotices(tx, key)
  if (row.maker_id !== byId) await notifyMaker(tx, row, { kind: 'withdrawn', byId }, now)
}
