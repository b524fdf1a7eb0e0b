/** SQL of one request: locking it, deciding it, and who may decide. */
import { SLA_OPTIONS } from '@notifly/contracts/roles/roles'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

export interface ObjectKey {
  applicationId: string
  /** The kind of object. */
  type: string
  id: string
}

/** Lets one writer of an object through at a time, from the check for open requests to the write itself. */
export async function lockObject(db: Db, { applicationId, type, id }: ObjectKey): Promise<void> {
  const name = `approval ${applicationId} ${type} ${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

export async function selectOpenRequest(db: Db, { applicationId, type, id }: ObjectKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('approval')
    .where(eb => eb.and({ application_id: applicationId, object_type: type, object_id: id, status: 0 }))
    .select('approval_id')
    .executeTakeFirst()
  return row?.approval_id
}

/** Objects of a kind with open requests, over several applications. */
export function selectOpenObjects(db: Db, applicationIds: readonly string[], type: string) {
  return db
    .selectFrom('approval')
    .where('application_id', 'in', [...applicationIds])
    .where(eb => eb.and({ object_type: type, status: 0 }))
    .select(['application_id', 'object_id'])
    .execute()
}

export function selectOpenRequests(db: Db, applicationId: string, type: string, ids: readonly string[]) {
  return db
    .selectFrom('approval')
    .where(eb => eb.and({ application_id: applicationId, object_type: type }))
    .where('object_id', 'in', ids)
    .where('status', '=', 0)
    .select(['object_id', 'approval_id'])
    .execute()
}

export interface NewRequest {
  applicationId: string
  approvalId: string
  organizationId: string
  command: string
  endpoint: string
  activity: number
  objectType: string
  objectId: string | null
  title: string
  makerId: string
  sla: Sla
  group: 1 | 2
  payload: unknown
  /** Encrypted. */
  secrets: string | null
  before: unknown
  reopens: string | null
  now: Date
  dueAt: Date
}

export async function insertRequest(db: Db, request: NewRequest): Promise<void> {
  await db
    .insertInto('approval')
    .values({
      application_id: request.applicationId,
      approval_id: request.approvalId,
      organization_id: request.organizationId,
      command: request.command,
      endpoint: request.endpoint,
      activity: request.activity,
      object_type: request.objectType,
      object_id: request.objectId,
      title: request.title,
      maker_id: request.makerId,
      sla_option: request.sla.option,
      sla_minutes: request.sla.minutes,
      role_group: request.group,
      payload: JSON.stringify(request.payload),
      secrets: request.secrets,
      before: request.before === null ? null : JSON.stringify(request.before),
      reopens: request.reopens,
      created_at: request.now,
      due_at: request.dueAt,
    })
    .execute()
}

/** What happens to a maker's request that is not decided in time. */
export interface Sla {
  option: number
  minutes: number
}

export async function selectSla(db: Db, roleId: string): Promise<Sla | undefined> {
  const row = await db
    .selectFrom('role')
    .where('role_id', '=', roleId)
    .select(['sla_option as option', 'sla_minutes as minutes'])
    .executeTakeFirst()
  return row
}

export async function isTwoPeople(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .where('organization_id', '=', organizationId)
    .select('two_people')
    .executeTakeFirst()
  return row?.two_people ?? false
}

export interface RequestKey {
  applicationId: string
  approvalId: string
}

function ofRequest(db: Db, { applicationId, approvalId }: RequestKey) {
  return db.selectFrom('approval').where('application_id', '=', applicationId).where('approval_id', '=', approvalId)
}

export function selectRequest(db: Db, key: RequestKey) {
  return ofRequest(db, key).selectAll().executeTakeFirst()
}

export type RequestRow = NonNullable<Awaited<ReturnType<typeof selectRequest>>>

/** A request without its contents, which may be many megabytes. */
export const REQUEST_HEAD = [
  'approval.application_id',
  'approval.approval_id',
  'approval.organization_id',
  'approval.command',
  'approval.endpoint',
  'approval.activity',
  'approval.object_type',
  'approval.object_id',
  'approval.title',
  'approval.status',
  'approval.maker_id',
  'approval.sla_option',
  'approval.sla_minutes',
  'approval.role_group',
  'approval.reopens',
  'approval.created_at',
  'approval.due_at',
  'approval.decided_at',
  'approval.decided_by',
  'approval.approver_id',
  'approval.description',
] as const
export type RequestHead = Omit<RequestRow, 'payload' | 'before' | 'secrets'>

/** The same, locked until the transaction ends: of two deciders at once, the second waits and finds it decided. */
export function lockRequest(db: Db, key: RequestKey) {
  return ofRequest(db, key).selectAll().forUpdate().executeTakeFirst()
}

export interface Ending {
  status: 1 | 2 | 3
  decidedBy: 'user' | 'sla'
  approverId: string | null
  /** A person's own words as they are, or a stored sentence from the deadline. */
  description: string | null
  now: Date
}

export async function endRequest(db: Db, { applicationId, approvalId }: RequestKey, ending: Ending): Promise<void> {
  await db
    .updateTable('approval')
    .set({
      status: ending.status,
      decided_by: ending.decidedBy,
      approver_id: ending.approverId,
      description: ending.description,
      decided_at: ending.now,
    })
    .where(eb => eb.and({ application_id: applicationId, approval_id: approvalId }))
    .execute()
}

export async function escalateRequest(db: Db, { applicationId, approvalId }: RequestKey, dueAt: Date): Promise<void> {
  await db
    .updateTable('approval')
    .set({ role_group: 2, due_at: dueAt })
    .where(eb => eb.and({ application_id: applicationId, approval_id: approvalId }))
    .execute()
}

/** Deletes the contents of decided requests on an object, and of those on other objects of these types that name one of the values. */
export async function emptyRequests(db: Db, key: ObjectKey, naming: Naming): Promise<void> {
  await sql`
    update approval set payload = '{}', before = null, secrets = null, description = null
    where application_id = ${key.applicationId} and status <> 0
      and ((object_type = ${key.type} and object_id = ${key.id}) or ${isNaming(naming)})`.execute(db)
}

/** Deletes the contents of requests that were decided before this moment, oldest first. The audit trail keeps what was done. */
export async function emptyDecided(db: Db, before: Date, limit: number): Promise<void> {
  await sql`
    update approval set payload = '{}', before = null, secrets = null
    where (application_id, approval_id) in (
      select application_id, approval_id from approval
      where status <> 0 and payload <> '{}' and decided_at < ${before} order by decided_at limit ${limit})`.execute(db)
}

/** Open requests on other objects of these types that name one of the values, locked until the transaction ends. */
export function lockRequestsNaming(db: Db, key: ObjectKey, naming: Naming): Promise<RequestHead[]> {
  return ofApplication(db, key.applicationId)
    .where(sql<boolean>`not (object_type = ${key.type} and object_id is not distinct from ${key.id})`)
    .where(isNaming(naming))
    .select(REQUEST_HEAD)
    .orderBy('approval_id')
    .forUpdate()
    .execute()
}

/** Open requests on these objects, locked until the transaction ends. */
export function lockRequestsOn(db: Db, applicationId: string, type: string, ids: readonly string[]) {
  return ofApplication(db, applicationId)
    .where('object_type', '=', type)
    .where('object_id', 'in', [...ids])
    .select(REQUEST_HEAD)
    .orderBy('approval_id')
    .forUpdate()
    .execute()
}

function ofApplication(db: Db, applicationId: string) {
  return db.selectFrom('approval').where('application_id', '=', applicationId).where('status', '=', 0)
}

/** The fields that name a person in requests on objects of these types. */
export interface Naming {
  types: readonly string[]
  /** Compared without regard to case. */
  values: readonly string[]
}

function isNaming({ types, values }: Naming) {
  const text = sql`lower(concat(payload::text, ' ', before::text, ' ', description))`
  return sql<boolean>`(object_type = any(${[...types]}::text[])
    and exists (select from unnest(${[...values]}::text[]) as value where position(lower(value) in ${text}) > 0))`
}

/** Requests whose deadline has passed, the oldest deadline first; those of deleted applications are left out. */
export async function selectOverdue(db: Db, now: Date, limit: number): Promise<RequestKey[]> {
  return db
    .selectFrom('approval')
    .innerJoin('application', 'application.application_id', 'approval.application_id')
    .where('approval.status', '=', 0)
    .where('approval.due_at', '<=', now)
    .where('application.deleted_at', 'is', null)
    .select(['approval.application_id as applicationId', 'approval.approval_id as approvalId'])
    .orderBy('approval.due_at')
    .orderBy('approval.approval_id')
    .limit(limit)
    .execute()
}

/** Open requests of a member, locked until the transaction ends. */
export function lockRequestsOf(db: Db, organizationId: string, accountId: string) {
  return db
    .selectFrom('approval')
    .where(eb => eb.and({ organization_id: organizationId, maker_id: accountId, status: 0 }))
    .select(REQUEST_HEAD)
    .orderBy('approval_id')
    .forUpdate()
    .execute()
}

/** Rolls back a trial run, and releases its locks. */
export async function runAndRollBack<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint trial`.execute(db)
  const result = await work()
  await sql`rollback to savepoint trial`.execute(db)
  return result
}

/** The person who asks for or decides something, as the audit trail names them. */
export function selectPerson(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['account_id', 'name', 'email', 'locale'])
    .executeTakeFirst()
}

/** Names of accounts by id; deleted accounts are missing. */
export async function selectNames(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .where('account_id', 'in', [...new Set(accountIds)])
    .select(['account_id', 'name'])
    .execute()
  return new Map(rows.map(row => [row.account_id, row.name]))
}

/**
 * Stops deadlines from approving: overdue requests get a new deadline, and no request is approved by its deadline any more. Returns how
 * many requests would have been decided by now, or approved later.
 */
export async function deferOpenRequests(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update approval set sla_option = case sla_option when ${SLA_OPTIONS.approve} then ${SLA_OPTIONS.raise}::int else sla_option end,
      due_at = case when due_at <= ${now} then ${now}::timestamptz + sla_minutes * interval '1 minute' else due_at end
    where status = 0 and (due_at <= ${now} or sla_option = ${SLA_OPTIONS.approve})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
