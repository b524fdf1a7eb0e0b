/** One write under approval: done at once for a caller who may approve it, held for all others. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { fairWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type ApplicationCaller, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import type { Outcome } from '../../http/route.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { byCaller } from '../audit/audit.ts'
import {
  activityOf,
  type Actor,
  type Command,
  type CommandContext,
  levelOf,
  type Sent,
  type Values,
} from './command.ts'
import { holdCommand } from './hold.ts'
import { isTwoPeople, lockObject, type ObjectKey, selectOpenRequest, selectRequest } from './queries.ts'
import { recordWrite } from './record.ts'
import { keepSecrets, openRequest } from './secret-fields.ts'

/**
 * Runs a command for its caller, or stores it as a request. Throws forbidden below the command's level, conflict while
 * another request is open on the object, and whatever the command itself refuses: a request is stored only for what could
 * be done right now.
 */
export async function perform<Payload, Result>(
  deps: Deps,
  caller: ApplicationCaller,
  command: Command<Payload, Result>,
  payload: Payload,
  sent: Sent,
): Promise<Outcome<Result>> {
  const { kysely } = deps.database
  const activity = activityOf(command, payload)
  requireLevel(caller, activity, levelOf(command, payload))
  const complete = await withKeptSecrets(deps, caller, command, payload, sent.reopens)
  const isDirect = caller.levels.get(activity)?.approve === true && !(await isTwoPeople(kysely, caller.organizationId))
  const write = async (db: Db): Promise<Outcome<Result>> => {
    const context: CommandContext = { deps, db, actor: actorOf(caller), now: deps.clock.now() }
    await demandFree(db, objectKey(caller.applicationId, command, complete))
    if (!isDirect) return { isHeld: true, approvalId: await holdCommand(context, caller, command, complete, sent) }
    return { isHeld: false, result: await runCommand(context, byCaller(caller), command, complete) }
  }
  return fairWrite(kysely, caller.applicationId, write)
}

/** Runs a command in the context's transaction and writes the audit trail's entry of it. */
export async function runCommand<Payload, Result>(
  context: CommandContext,
  by: ReturnType<typeof byCaller>,
  command: Command<Payload, Result>,
  payload: Payload,
): Promise<Result> {
  const before = await command.before(context, payload)
  const result = await command.run(context, payload)
  const id = command.objectOf(payload) ?? (command.idOf === undefined ? null : command.idOf(result))
  await recordWrite(context, by, command, { payload, before, id })
  return result
}

export function actorOf({ accountId, name, email, organizationId, applicationId }: ApplicationCaller): Actor {
  return { accountId, name, email, organizationId, applicationId }
}

function objectKey<Payload>(applicationId: string, command: Command<Payload, unknown>, payload: Payload) {
  const id = command.objectOf(payload)
  return id === null ? null : { applicationId, type: command.object, id }
}

/** Holds the object against other writers. Throws conflict for every caller while a request is open on it. */
export async function demandFree(db: Db, key: ObjectKey | null): Promise<void> {
  if (key === null) return
  await lockObject(db, key)
  const approvalId = await selectOpenRequest(db, key)
  if (approvalId === undefined) return
  throw new AppError('conflict', { ...sentence('approvals.waiting'), data: { approval_uuid: approvalId } })
}

/** Asterisks of a reopened request stand for the secrets of the one that was rejected. */
async function withKeptSecrets<Payload>(
  deps: Deps,
  caller: ApplicationCaller,
  command: Command<Payload, unknown>,
  payload: Payload,
  reopens: string | undefined,
): Promise<Payload> {
  if (reopens === undefined) return payload
  const approvalId = reopens.toLowerCase()
  const rejected = await selectRequest(deps.database.kysely, { applicationId: caller.applicationId, approvalId })
  const isOwn = rejected?.maker_id === caller.accountId && rejected.activity === activityOf(command, payload)
  if (rejected === undefined || !isOwn || rejected.status < 2) {
    throw invalidField('reopens', sentence('approvals.noRejected'))
  }
  const secrets = openRequest(rejected.secrets, deps.secrets, approvalId)
  return keepSecrets(payload, command.secrets ?? [], { shown: rejected.payload as Values, secrets }) as Payload
}
