/**
 * What a write under approval is. A feature declares each of its writes as a command. A caller who may approve its activity runs
 * it at once; that of any other caller is stored, and runs when it is approved. Both ways call the same `run`. Secrets of a write are
 * sealed apart from it while it waits, and masked wherever it is shown.
 */
import { type ActivityId, LEVEL, type Level, type LevelName } from '@notifly/contracts/roles/activities'
import type { HeldCommand } from '@notifly/contracts/approvals/approvals'
import { MASK } from '@notifly/contracts/approvals/holding'
import type * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import type { Secrets } from '../../lib/secrets.ts'

/** Whose write it is: the member who asked for it, also when another member approves it. */
export interface Actor {
  accountId: string
  name: string
  email: string
  organizationId: string
  applicationId: string
}

export interface CommandContext {
  deps: Deps
  /** The transaction in which everything of the command happens; it may be rolled back after a trial. */
  db: Db
  actor: Actor
  now: Date
}

/** How a command came in. */
export interface Sent {
  /** The path that the write was sent to. */
  endpoint: string
  /** The rejected request that it answers. */
  reopens?: string | undefined
}

/** Plain JSON of an object of ours, as people know it; secrets are MASK. */
export type Values = Readonly<Record<string, unknown>>

/** A field that holds text; empty where it does not. */
export function textIn(values: Values | null, field: string): string {
  const value = values?.[field]
  return typeof value === 'string' ? value : ''
}

/** A field of the payload, as a path with dots, that is sealed while it waits and answered as MASK. */
export interface SecretField {
  field: string
  /** A secret that is not typed anew is kept only while these fields are what they were. */
  boundTo: readonly string[]
}

/** A file that a request is about. */
export interface CommandFile {
  name: string
  mediaType: string
  content: AsyncIterable<Buffer>
}

type WriteLevel = Exclude<LevelName, 'none' | 'read'>

export interface Command<Payload, Result = void> {
  /** What requests and the audit trail call it. */
  name: HeldCommand
  activity: ActivityId
  /** Where the activity depends on what is written (the type of a template). */
  activityOf?(payload: Payload): ActivityId
  level: WriteLevel
  /** Where the level depends on what is written: not every activity has them all. */
  levelOf?(payload: Payload): WriteLevel
  /** What is stored; parsed again before it runs. */
  payload: z.ZodMiniType<Payload>
  secrets?: readonly SecretField[]
  /** What kind of object it writes, as the audit trail names it. */
  object: string
  /** Which object; null for a new one. At most one request is open on an object. */
  objectOf(payload: Payload): string | null
  /** What the object is called, for lists. */
  title(payload: Payload, before: Values | null): string
  /** The object as it is now, in the fields of the payload; null when there is none. */
  before(context: CommandContext, payload: Payload): Promise<Values | null>
  /** Makes the payload say all that will be done, so that nothing changed later slips in. Only for what is held. */
  freeze?(context: CommandContext, payload: Payload): Promise<Payload>
  /** Told when the command is stored: what it needs has to be kept until then. */
  onHold?(context: CommandContext, payload: Payload, until: Date): Promise<void>
  /** The file that approvers may want to see. */
  file?(context: Pick<CommandContext, 'deps'>, applicationId: string, payload: Payload): Promise<CommandFile | null>
  /** What the audit trail keeps of `before` and of the payload: counts instead of rows, no contents of files. */
  trail?(values: Values): Values
  /** Fields that the trail names without their values. */
  hidden?: readonly string[]
  /** Fields that the trail keeps though they do not change: what the write is about. */
  always?: readonly string[]
  /** What the payload says beside the object's own values, such as why it is done. The trail keeps it with what is after. */
  said?(payload: Payload): Values
  /** Does it, in `context.db` alone. Throws AppError where it is not possible. */
  run(context: CommandContext, payload: Payload): Promise<Result>
  /** The id of what was created. */
  idOf?(result: Result): string
}

/** A command of whatever payload, as the registry holds it. */
export type AnyCommand = Command<unknown, unknown>

/** Declares a command; only types its parts, by the schema of its payload. */
export function defineCommand<Payload, Result>(
  command: Command<NoInfer<Payload>, Result> & { payload: z.ZodMiniType<Payload> },
): Command<Payload, Result> {
  return command
}

/** The activity whose approvers decide about this write. */
export function activityOf<Payload>(command: Command<Payload, unknown>, payload: Payload): ActivityId {
  return command.activityOf?.(payload) ?? command.activity
}

/** The level that the caller needs for this write. */
export function levelOf<Payload>(command: Command<Payload, unknown>, payload: Payload): Level {
  return LEVEL[command.levelOf?.(payload) ?? command.level]
}

/** All commands that can be held, by name. */
export interface CommandRegistry {
  all: readonly AnyCommand[]
  /** Throws for a name that this version does not know. */
  named(name: string): AnyCommand
}

export function createCommandRegistry(commands: readonly AnyCommand[]): CommandRegistry {
  const byName = new Map<string, AnyCommand>(commands.map(command => [command.name, command]))
  if (byName.size !== commands.length) throw new Error('two commands have the same name')
  return {
    all: commands,
    named(name) {
      const command = byName.get(name)
      if (command === undefined) throw new Error(`there is no command "${name}"`)
      return command
    },
  }
}

// Secrets inside a payload.

/** Sent in place of a secret that was not typed anew. */
function isKept(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && /^\**$/.test(value))
}

export interface SplitPayload {
  /** With MASK in place of each secret that was typed. */
  shown: Values
  /** Typed secrets by field. */
  secrets: Readonly<Record<string, string>>
}

/** Takes the secrets that were typed out of a payload. */
export function splitSecrets(payload: unknown, fields: readonly SecretField[] = []): SplitPayload {
  const shown = structuredClone(payload) as Record<string, unknown>
  const secrets: Record<string, string> = {}
  for (const { field } of fields) {
    const value = valueAt(shown, field)
    if (isKept(value)) continue
    secrets[field] = String(value)
    setAt(shown, field, MASK)
  }
  return { shown, secrets }
}

/** A payload with these secrets in their places. */
export function joinSecrets(shown: unknown, secrets: Readonly<Record<string, string>>): Record<string, unknown> {
  const payload = structuredClone(shown) as Record<string, unknown>
  for (const [field, value] of Object.entries(secrets)) setAt(payload, field, value)
  return payload
}

/**
 * Completes a payload that answers a rejected request: a secret that was not typed anew comes from there, while what it is
 * bound to is the same. Every other one is left to the saved object.
 */
export function keepSecrets(payload: unknown, fields: readonly SecretField[], rejected: SplitPayload): unknown {
  const kept: Record<string, string> = {}
  for (const { field, boundTo } of fields) {
    const earlier = rejected.secrets[field]
    const typed = valueAt(payload, field)
    // Null takes it away.
    if (earlier === undefined || typed === null || !isKept(typed)) continue
    const isSame = boundTo.every(name => valueAt(payload, name) === valueAt(rejected.shown, name))
    if (isSame) kept[field] = earlier
  }
  return joinSecrets(payload, kept)
}

/** Null without any secret. The place ties them to their request. */
export function sealRequest(
  secrets: Readonly<Record<string, string>>,
  key: Secrets,
  approvalId: string,
): string | null {
  return Object.keys(secrets).length === 0 ? null : key.seal(JSON.stringify(secrets), placeOf(approvalId))
}

export function openRequest(sealed: string | null, key: Secrets, approvalId: string): Record<string, string> {
  return sealed === null ? {} : (JSON.parse(key.open(sealed, placeOf(approvalId))) as Record<string, string>)
}

const placeOf = (approvalId: string): string => `approval ${approvalId} secrets`

/** The value at a path with dots. */
function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Values)[name] : undefined),
      values,
    )
}

/** Sets the value at a path whose parents exist. */
export function setAt(values: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const parent = names.length === 0 ? values : valueAt(values, names.join('.'))
  if (typeof parent === 'object' && parent !== null) (parent as Record<string, unknown>)[last] = value
}
