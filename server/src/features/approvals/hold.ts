/** Storing a command as a request, after a trial whose effects are undone. */
import type { ApplicationCaller } from '../../http/caller.ts'
import { AppError } from '../../lib/app-error.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { byCaller } from '../audit/audit.ts'
import { demandContentRoom, demandRoom } from '../quotas/quotas.ts'
import { selectApprovers } from './approver-queries.ts'
import { activityOf, type Command, type CommandContext, type Sent } from './command.ts'
import { tellApprovers } from './notices.ts'
import { insertRequest, selectSla, tryAndUndo } from './queries.ts'
import { recordDecision } from './record.ts'
import { sealRequest, splitSecrets } from './secret-fields.ts'

const MINUTE_MS = 60_000
/** What a request needs is kept for both turns of its deadline, and for a day in which its maker may correct it. */
const KEPT_AFTER_MS = 24 * 60 * MINUTE_MS

/** Answers the request's id. The object must be held against other writers. Throws what the command refuses. */
export async function holdCommand<Payload>(
  context: CommandContext,
  caller: ApplicationCaller,
  command: Command<Payload, unknown>,
  typed: Payload,
  sent: Sent,
): Promise<string> {
  const { db, deps, now } = context
  const { applicationId, organizationId } = caller
  const sla = caller.roleId === null ? undefined : await selectSla(db, caller.roleId)
  if (sla === undefined) throw new AppError('forbidden')
  const payload = command.freeze === undefined ? typed : await command.freeze(context, typed)
  const before = await command.before(context, payload)
  await tryAndUndo(db, () => command.run(context, payload))

  const approvalId = uuidv7(now)
  const { shown, secrets } = splitSecrets(payload, command.secrets)
  const activity = activityOf(command, payload)
  const ofGroup = (group: 1 | 2) => selectApprovers(db, { organizationId, activity, group, exceptId: caller.accountId })
  const first = await ofGroup(1)
  const group = first.length > 0 ? 1 : 2
  const request = {
    applicationId,
    approvalId,
    organizationId,
    command: command.name,
    endpoint: sent.endpoint,
    activity,
    objectType: command.object,
    objectId: command.objectOf(payload),
    title: command.title(payload, before),
    makerId: caller.accountId,
    sla,
    group,
    payload: shown,
    secrets: sealRequest(secrets, deps.secrets, approvalId),
    before,
    reopens: sent.reopens?.toLowerCase() ?? null,
    now,
    dueAt: new Date(now.getTime() + sla.minutes * MINUTE_MS),
  } as const
  await demandRoom(context, 'requests')
  await demandContentRoom(context, [shown, before])
  await insertRequest(db, request)
  const keptUntil = new Date(now.getTime() + 2 * sla.minutes * MINUTE_MS + KEPT_AFTER_MS)
  await command.onHold?.(context, payload, keptUntil)
  await recordDecision(db, byCaller(caller), 'approval.create', request, now)
  await tellApprovers(db, request, group === 1 ? first : await ofGroup(2), now)
  return approvalId
}
