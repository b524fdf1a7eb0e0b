/** What the audit trail keeps of writes under approval and of decisions about them. Never a secret. */
import type { AuditAction } from '@notifly/contracts/audit/audit'
import type { Db } from '../../db/schema/tables.ts'
import { withoutAddresses } from '../../lib/addresses.ts'
import { type AuditEntry, HIDDEN, recordAudit } from '../audit/audit.ts'
import type { Command, CommandContext, Values } from './command.ts'
import { setAt, splitSecrets } from './secret-fields.ts'

/** Who did it, and from where. */
export type By = Pick<AuditEntry, 'organizationId' | 'applicationId' | 'actor' | 'origin'>

interface Written<Payload> {
  payload: Payload
  before: Values | null
  /** Of the object. */
  id: string | null
}

/** Records a write that the context's transaction has just done. */
export async function recordWrite<Payload>(
  context: CommandContext,
  by: By,
  command: Command<Payload, unknown>,
  { payload, before, id }: Written<Payload>,
): Promise<void> {
  const { shown, secrets } = splitSecrets(payload, command.secrets)
  const standing = command.level === 'delete' ? null : ((await command.before(context, payload)) ?? shown)
  const said = command.said?.(payload)
  const after = said === undefined ? standing : { ...standing, ...said }
  const kept = (values: Values | null): Values | null => {
    if (values === null) return null
    return flat(command.trail?.(values) ?? values)
  }
  const entry = {
    ...by,
    action: command.name,
    object: { type: command.object, id, name: command.title(payload, before ?? after) },
    before: kept(before),
    after: kept(after === null ? null : marked(after, Object.keys(secrets))),
    hidden: command.hidden ?? [],
    always: command.always ?? [],
  }
  await recordAudit(context.db, entry, context.now)
}

interface Decided {
  approvalId: string
  title: string
  command: string
}

/** Records what happened to a request itself. */
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

/** A copy in which the fields of secrets that were typed say only that. */
function marked(values: Values, fields: readonly string[]): Values {
  const copy = structuredClone(values) as Record<string, unknown>
  for (const field of fields) setAt(copy, field, HIDDEN)
  return copy
}

/** Objects inside become fields with dots, so that only what differs in them is kept. */
function flat(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each])
        : [[name, value]],
    ),
  )
}
