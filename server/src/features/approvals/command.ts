/**
 * What a write under approval is. A feature declares each of its writes as a command. It runs at once for a caller who may approve its
 * activity; for any other caller it is stored, and runs once it is approved. Both ways call the same `run`.
 */
import type { ActivityId, LevelName } from '@notifly/contracts/roles/activities'
import type { HeldCommand } from '@notifly/contracts/approvals/approvals'
import type * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'

/** The member who asked for the write, also if another member approves it. */
export interface Actor {
  accountId: string
  name: string
  email: string
  organizationId: string
  applicationId: string
}

export interface CommandContext {
  deps: Deps
  /** The transaction of the whole command; after a trial it is rolled back. */
  db: Db
  actor: Actor
  now: Date
}

/** A program that acts with an API key of the application. */
export interface Program {
  keyId: string
  name: string
  organizationId: string
  applicationId: string
}

/** The context of acts that both members and programs can do, without a request. */
export interface ActContext extends Omit<CommandContext, 'actor'> {
  actor: Actor | Program
}

/** Where a command came from. */
export interface Sent {
  /** The path of the HTTP request. */
  endpoint: string
  /** The rejected request that it corrects. */
  reopens?: string | undefined
}

/** Plain JSON of an object, as people see it; secrets are MASK. */
export type Values = Readonly<Record<string, unknown>>

/** A text field; empty if it holds anything else. */
export function textIn(values: Values | null, field: string): string {
  const value = values?.[field]
  return typeof value === 'string' ? value : ''
}

/** A field of the payload, as a path with dots, that is encrypted while the request waits and shown as MASK. */
export interface SecretField {
  field: string
  /** A secret that was not typed again is kept only while these fields are unchanged. */
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
  /** The name of the object in requests and in the audit trail. */
  name: HeldCommand
  activity: ActivityId
  /** A function if the activity depends on the input (the type of a template). */
  activityOf?(payload: Payload): ActivityId
  level: WriteLevel
  /** A function if the level depends on the input: not every activity has all levels. */
  levelOf?(payload: Payload): WriteLevel
  /** The payload as stored; parsed again before it runs. */
  payload: z.ZodMiniType<Payload>
  secrets?: readonly SecretField[]
  /** The kind of object that is written, as the audit trail names it. */
  object: string
  /** The id of the object; null for a new one. An object has at most one open request. */
  objectOf(payload: Payload): string | null
  /** The name of the object, for lists. */
  title(payload: Payload, before: Values | null): string
  /** The object's present state in the fields of the payload; null if it does not exist. */
  before(context: CommandContext, payload: Payload): Promise<Values | null>
  /**
   * Adds to the payload everything that the write depends on, so that later changes elsewhere do not alter what is approved. Only for
   * requests.
   */
  freeze?(context: CommandContext, payload: Payload): Promise<Payload>
  /** Called when the command is stored as a request: what it needs must be kept until `until`. */
  onHold?(context: CommandContext, payload: Payload, until: Date): Promise<void>
  /** The file that approvers may view. */
  file?(context: Pick<CommandContext, 'deps'>, applicationId: string, payload: Payload): Promise<CommandFile | null>
  /** Reduces `before` and the payload for the audit trail: counts instead of rows, no contents of files. */
  trail?(values: Values): Values
  /** Fields that the trail names without their values. */
  hidden?: readonly string[]
  /** Fields that the trail records even if unchanged, since they say what the write is about. */
  always?: readonly string[]
  /** What the payload says besides the object's own values, such as a reason. The trail records it with the new values. */
  said?(payload: Payload): Values
  /** Carries out the write in `context.db` alone. Throws AppError if that is not possible. */
  run(context: CommandContext, payload: Payload): Promise<Result>
  /** The id of a created object. */
  idOf?(result: Result): string
}

/** A command with any payload, as the registry stores it. */
export type AnyCommand = Command<unknown, unknown>

/** Declares a command. Only gives types to its parts, from the schema of its payload. */
export function defineCommand<Payload, Result>(
  command: Command<NoInfer<Payload>, Result> & { payload: z.ZodMiniType<Payload> },
): Command<Payload, Result> {
  return command
}

/** All commands that can become requests, by name. */
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
