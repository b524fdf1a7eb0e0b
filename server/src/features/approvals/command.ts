/**
 * What a write under approval is. A feature declares each of its writes as a command. A caller who may approve its activity runs
 * it at once; that of any other caller is stored, and runs when it is approved. Both ways call the same `run`.
 */
import type { ActivityId, LevelName } from '@notifly/contracts/roles/activities'
import type { HeldCommand } from '@notifly/contracts/approvals/approvals'
import type * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'

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

/** A program that does something itself, with a key of the application. */
export interface Program {
  keyId: string
  name: string
  organizationId: string
  applicationId: string
}

/** What a member or a program does at once: the context of acts that both can do. */
export interface ActContext extends Omit<CommandContext, 'actor'> {
  actor: Actor | Program
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
