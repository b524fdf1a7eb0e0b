/** Carries out a write under approval: at once for a caller who may approve it, as a request for all others. */
import type { AuditAction } from '@notifly/contracts/audit/audit'
import { type ActivityId, LEVEL, type Level } from '@notifly/contracts/roles/activities'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { limitedWrite } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { type ApplicationCaller, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import {
  type AnyEndpoint,
  heldRoute,
  type Http,
  type Input,
  type Outcome,
  type Output,
  uuidIn,
} from '../../http/route.ts'
import { withoutAddresses } from '../../lib/addresses.ts'
import { AppError, invalidField } from '../../lib/app-error.ts'
import { byCaller, HIDDEN, recordAudit } from '../audit/audit.ts'
import type { Actor, Command, CommandContext, Sent, Values } from './command.ts'
import {
  insertRequest,
  lockObject,
  type ObjectKey,
  selectOpenRequest,
  selectRequest,
  selectSla,
  runAndRollBack,
} from './queries.ts'
import { mergeSecrets, openRequest, sealRequest, setAt, type SplitPayload, splitSecrets } from './secret-fields.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { assertContentRoom, assertRoom } from '../quotas/quotas.ts'
import { selectApprovers } from './approver-queries.ts'
import { notifyApprovers } from './notices.ts'

/**
 * Serves an endpoint by a command: runs it at once for a caller who may approve it, and stores it as a request (202) for all others. The
 * endpoint declares `held: true` and the same activity and level, and takes `reopens` in its body or query.
 */
export function commandRoute<E extends AnyEndpoint, Payload>(
  http: Http,
  deps: Deps,
  endpoint: E,
  command: Command<Payload, Output<E>>,
  toPayload: (input: Given<E>) => Payload | Promise<Payload>,
): void {
  chosenCommandRoute(http, deps, endpoint, async (given, act) => act(command, await toPayload(given)))
}

type Given<E extends AnyEndpoint> = Input<E> & { caller: ApplicationCaller }
type Act = <Payload, Result>(command: Command<Payload, Result>, payload: Payload) => Promise<Outcome<Result>>

/** The same for an endpoint whose input decides which command runs. Each command checks its own level. */
export function chosenCommandRoute<E extends AnyEndpoint>(
  http: Http,
  deps: Deps,
  endpoint: E,
  choose: (input: Given<E>, act: Act) => Promise<Outcome<Output<E>>>,
): void {
  if (endpoint.held !== true) throw new Error(`${endpoint.method} ${endpoint.path} does not say that it can be held`)
  heldRoute(http, endpoint, async input => {
    const given = input as Given<E>
    const reopens = uuidIn(given.body, 'reopens') ?? uuidIn(given.query, 'reopens')
    // Removes fields that no command knows, such as `reopens`; the rest can be parsed again when the request is approved.
    return choose(given, (command, payload) =>
      perform(deps, given.caller, command, command.payload.parse(payload), { endpoint: endpoint.path, reopens }),
    )
  })
}

/**
 * Runs a command for its caller, or stores it as a request. Throws forbidden below the command's level, conflict while another request is
 * open on the object, and whatever the command itself refuses: only a write that would succeed now is stored.
 */
export async function perform<Payload, Result>(
  deps: Deps,
  caller: ApplicationCaller,
  command: Command<Payload, Result>,
  payload: Payload,
  sent: Sent,
): Promise<Outcome<Result>> {
  const activity = activityOf(command, payload)
  requireLevel(caller, activity, levelOf(command, payload))
  const complete = await withKeptSecrets(deps, caller, command, payload, sent.reopens)
  const isDirect = caller.levels.get(activity)?.approve === true && !caller.isTwoPeople
  const write = async (db: Db): Promise<Outcome<Result>> => {
    const context: CommandContext = { deps, db, actor: actorOf(caller), now: deps.clock.now() }
    await assertNoOpenRequest(db, objectKey(caller.applicationId, command, complete))
    if (!isDirect) return { isHeld: true, approvalId: await holdCommand(context, caller, command, complete, sent) }
    return { isHeld: false, result: await runCommand(context, byCaller(caller), command, complete) }
  }
  return limitedWrite(deps.database.kysely, caller.applicationId, write)
}

/** The activity whose approvers decide about this write. */
export function activityOf<Payload>(command: Command<Payload, unknown>, payload: Payload): ActivityId {
  return command.activityOf?.(payload) ?? command.activity
}

/** The level that the caller needs for this write. */
export function levelOf<Payload>(command: Command<Payload, unknown>, payload: Payload): Level {
  return LEVEL[command.levelOf?.(payload) ?? command.level]
}

/** The member or program that made the write, and its origin. */
export type By = ReturnType<typeof byCaller>

/** Runs a command in the context's transaction and records it in the audit trail. */
export async function runCommand<Payload, Result>(
  context: CommandContext,
  by: By,
  command: Command<Payload, Result>,
  payload: Payload,
): Promise<Result> {
  const before = await command.before(context, payload)
  const result = await command.run(context, payload)
  const id = command.objectOf(payload) ?? (command.idOf === undefined ? null : command.idOf(result))
  await recordWrite(context, by, command, { payload, before, id })
  return result
}

interface Written<Payload> {
  payload: Payload
  before: Values | null
  /** Id of the object. */
  id: string | null
}

/** Records a write of the context's transaction in the audit trail, without secrets. */
async function recordWrite<Payload>(
  context: CommandContext,
  by: By,
  command: Command<Payload, unknown>,
  { payload, before, id }: Written<Payload>,
): Promise<void> {
  const { shown, secrets } = withoutSecrets(command, payload)
  const standing = command.level === 'delete' ? null : ((await command.before(context, payload)) ?? shown)
  const said = command.said?.(payload)
  const after = said === undefined ? standing : { ...standing, ...said }
  const kept = (values: Values | null) => values && flat(command.trail?.(values) ?? values)
  const entry = {
    ...by,
    action: command.name,
    object: { type: command.object, id, name: command.title(payload, before ?? after) },
    before: kept(before),
    after: kept(after && marked(after, Object.keys(secrets))),
    hidden: command.hidden ?? [],
    always: command.always ?? [],
  }
  await recordAudit(context.db, entry, context.now)
}

/** Computed only where needed: most commands have no secrets, and files make some payloads large. */
function withoutSecrets<Payload>({ secrets: fields }: Command<Payload, unknown>, payload: Payload): SplitPayload {
  return fields === undefined ? { shown: payload as Values, secrets: {} } : splitSecrets(payload, fields)
}

/** A copy in which each typed secret is replaced by a mark. */
function marked(values: Values, fields: readonly string[]): Values {
  if (fields.length === 0) return values
  const copy = structuredClone(values) as Record<string, unknown>
  for (const field of fields) setAt(copy, field, HIDDEN)
  return copy
}

/** Flattens nested objects into fields with dots, so that only differing fields are kept. */
function flat(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
        : [[name, value]],
    ),
  )
}

function actorOf({ accountId, name, email, organizationId, applicationId }: ApplicationCaller): Actor {
  return { accountId, name, email, organizationId, applicationId }
}

function objectKey<Payload>(applicationId: string, command: Command<Payload, unknown>, payload: Payload) {
  const id = command.objectOf(payload)
  return id === null ? null : { applicationId, type: command.object, id }
}

/** Locks the object against other writers. Throws conflict for every caller while a request is open on it. */
export async function assertNoOpenRequest(db: Db, key: ObjectKey | null): Promise<void> {
  if (key === null) return
  await lockObject(db, key)
  const approvalId = await selectOpenRequest(db, key)
  if (approvalId === undefined) return
  throw new AppError('conflict', { ...sentence('approvals.waiting'), data: { approval_uuid: approvalId } })
}

/** In a reopened request, asterisks stand for the secrets of the rejected one. */
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
  return mergeSecrets(payload, command.secrets ?? [], { shown: rejected.payload as Values, secrets }) as Payload
}

// Storing a command as a request, after a trial run that is rolled back.

const MINUTE_MS = 60_000
/** Files of a request are kept for both of its deadlines, and for one more day in which its maker may correct it. */
const KEPT_AFTER_MS = 24 * 60 * MINUTE_MS

/** Returns the request's id. The caller must have locked the object. Throws what the command refuses. */
async function holdCommand<Payload>(
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
  await runAndRollBack(db, () => command.run(context, payload))

  const approvalId = uuidv7(now)
  const { shown, secrets } = withoutSecrets(command, payload)
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
  await assertRoom(context, 'requests')
  await assertContentRoom(context, [shown, before])
  await insertRequest(db, request)
  const keptUntil = new Date(now.getTime() + 2 * sla.minutes * MINUTE_MS + KEPT_AFTER_MS)
  await command.onHold?.(context, payload, keptUntil)
  await recordDecision(db, byCaller(caller), 'approval.create', request, now)
  await notifyApprovers(db, request, group === 1 ? first : await ofGroup(2), now)
  return approvalId
}

interface Decided {
  approvalId: string
  title: string
  command: string
}

/** Records an event of a request itself in the audit trail. */
export async function recordDecision(
  db: Db,
  by: By,
  action: AuditAction,
  { approvalId, title, command }: Decided,
  now: Date,
  description: string | null = null,
): Promise<void> {
  const after = { command, ...(description === null ? {} : { description: withoutAddresses(description) }) }
  await recordAudit(db, { ...by, action, object: { type: 'approval', id: approvalId, name: title }, after }, now)
}
