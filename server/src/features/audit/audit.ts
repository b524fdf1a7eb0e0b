/** Front door of the audit trail: every feature that changes something calls it in the transaction of the change. */
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '@notifly/contracts/audit/audit'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller, Origin } from '../../http/caller.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { insertEntries, selectOrganizationsOf } from './queries.ts'

/** Plain JSON of an object, in terms that people know. */
export type AuditValues = Readonly<Record<string, unknown>>

/** A person with name and address at that time, a program with its key, the product itself, or an expired deadline. */
export type AuditActor =
  { accountId: string; name: string; email: string } | { keyId: string; name: string } | 'system' | 'sla'

export interface AuditEntry {
  /** Null for an act of an account that belongs to no organization. */
  organizationId: string | null
  applicationId: string | null
  actor: AuditActor
  /** Null for what the product does by itself. */
  origin: Origin | null
  action: AuditAction
  /**
   * What it was done to. Of an `account` only the id is kept, of a `contact` no name: their personal data must be able to
   * go while the entry stays.
   */
  object: { type: string; id: string | null; name: string }
  /** Both given: only what differs is kept, and what `always` names. Bulk data is counts, never rows. */
  before?: AuditValues | null
  after?: AuditValues | null
  /** Fields of `before` and `after` of which only "changed" is kept: secrets, and personal data of contacts. */
  hidden?: readonly string[]
  /** Fields that say what the entry is about, such as the channel: kept though they are the same before and after. */
  always?: readonly string[]
}

/** Replaces values that the trail must not contain. */
export const HIDDEN = 'changed'

/** Longer texts (the HTML of a template) are cut; versions of templates keep them in full. */
const TEXT_LIMIT = 20_000

/** Actor, place and origin of an entry by the caller of a route: `{...byCaller(caller), action, object}`. */
export function byCaller(caller: Caller): Pick<AuditEntry, 'organizationId' | 'applicationId' | 'actor' | 'origin'> {
  const { organizationId, applicationId, accountId, name, email, origin } = caller
  return { organizationId, applicationId, actor: { accountId, name, email }, origin }
}

/** Writes one entry. `tx` is the transaction of the change itself, so that neither exists without the other. */
export async function recordAudit(tx: Db, entry: AuditEntry, now: Date): Promise<void> {
  await insertEntries(tx, [entryRow(entry, entry.organizationId, now)])
}

type AccountAct = Omit<AuditEntry, 'organizationId' | 'applicationId' | 'actor' | 'origin' | 'object'> & {
  account: { accountId: string; name: string; email: string }
  origin: Origin
}

/**
 * Records an act of an account on itself (signing in, a new password): one entry in each organization that it belongs to, since each is
 * responsible for who enters it.
 */
export async function recordAccountAudit(tx: Db, act: AccountAct, now: Date): Promise<void> {
  const { account, ...rest } = act
  const organizations = await selectOrganizationsOf(tx, account.accountId)
  const object = { type: 'account', id: account.accountId, name: '' }
  const entry = { ...rest, actor: account, object, applicationId: null }
  const targets = organizations.length > 0 ? organizations : [null]
  await insertEntries(
    tx,
    targets.map(organizationId => entryRow({ ...entry, organizationId }, organizationId, now)),
  )
}

function entryRow(entry: AuditEntry, organizationId: string | null, now: Date) {
  const { actor, origin, object } = entry
  const { before, after } = difference(entry)
  const entryId = uuidv7(now)
  const isNameless = object.type === 'account' || object.type === 'contact'
  return {
    entry: {
      entry_id: entryId,
      organization_id: organizationId,
      application_id: entry.applicationId,
      at: now,
      actor_kind: kindOf(actor),
      account_id: isPerson(actor) ? actor.accountId : null,
      key_id: isProgram(actor) ? actor.keyId : null,
      key_name: isProgram(actor) ? actor.name : null,
      action: entry.action,
      object_type: object.type,
      object_id: object.id,
      object_name: isNameless ? '' : object.name.slice(0, 500),
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      request_id: origin?.requestId ?? null,
    },
    person: isPerson(actor)
      ? {
          entry_id: entryId,
          account_id: actor.accountId,
          name: actor.name,
          email: actor.email,
          address: origin?.address ?? '',
          user_agent: (origin?.userAgent ?? '').slice(0, 500),
        }
      : null,
  }
}

type Person = Extract<AuditActor, { accountId: string }>
type Program = Extract<AuditActor, { keyId: string }>

const isPerson = (actor: AuditActor): actor is Person => typeof actor !== 'string' && 'accountId' in actor
const isProgram = (actor: AuditActor): actor is Program => typeof actor !== 'string' && 'keyId' in actor

function kindOf(actor: AuditActor): 'account' | 'key' | 'system' | 'sla' {
  if (typeof actor === 'string') return actor
  return isPerson(actor) ? 'account' : 'key'
}

/** Omits fields that are equal before and after; hidden fields show only that they changed. */
function difference({ before = null, after = null, hidden = [], always = [] }: AuditEntry) {
  const isKept = (field: string): boolean =>
    before === null || after === null || always.includes(field) || !isDeepStrictEqual(before[field], after[field])
  const side = (values: AuditValues | null): AuditValues | null =>
    values === null
      ? null
      : Object.fromEntries(
          Object.entries(values)
            .filter(([field, value]) => value !== undefined && isKept(field))
            .map(([field, value]) => [field, hidden.includes(field) && value !== null ? HIDDEN : shortened(value)]),
        )
  return { before: side(before), after: side(after) }
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= TEXT_LIMIT) return value
  return `${value.slice(0, TEXT_LIMIT)}… (${value.length})`
}
