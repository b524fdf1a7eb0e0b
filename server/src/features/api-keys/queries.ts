import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import { type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'

export interface KeyId {
  applicationId: string
  keyId: string
}

interface KeyFilter extends Paging {
  applicationId: string
  keyId?: string | undefined
  search?: string | undefined
}

/** Keys with the name of their creator, newest first, without secrets. */
export async function selectKeys(db: Db, filter: KeyFilter) {
  const { applicationId, keyId, search } = filter
  const matching = db
    .selectFrom('api_key')
    .where('api_key.application_id', '=', applicationId)
    .$if(keyId !== undefined, query => query.where('api_key_id', '=', keyId ?? ''))
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(api_key.name)) > 0`))
  const rows = matching
    .leftJoin('account', 'account.account_id', 'api_key.created_by')
    .select([
      'api_key.api_key_id',
      'api_key.name',
      'api_key.scopes',
      'api_key.rate_limit',
      'api_key.old_secret_until',
      'api_key.created_at',
      'api_key.last_used_at',
      'account.name as created_by',
    ])
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.api_key_id', 'desc')
  return selectPage(rows, matching, filter)
}

/** One key with its sealed secret. */
export function selectKey(db: Db, { applicationId, keyId }: KeyId) {
  return db
    .selectFrom('api_key')
    .where(eb => eb.and({ application_id: applicationId, api_key_id: keyId }))
    .select(['name', 'scopes', 'rate_limit', 'secret'])
    .executeTakeFirst()
}

/** What decides whether a key may be used. */
export interface UsedKey {
  organizationId: string
  applicationId: string
  keyId: string
  name: string
  scopes: string[]
  rateLimit: number
  /** Sealed. */
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
}

/** Keys by their ids alone: the key determines the application. */
export async function selectKeysNamed(db: Db, keyIds: readonly string[]): Promise<UsedKey[]> {
  const { rows } = await prepared(
    'keys-named',
    sql<UsedKey>`
      select a.organization_id as "organizationId", a.application_id as "applicationId", k.api_key_id as "keyId", k.name, k.scopes,
        k.rate_limit as "rateLimit", k.secret, k.old_secret as "oldSecret", k.old_secret_until as "oldSecretUntil"
      from api_key k join application a on a.application_id = k.application_id
      where k.api_key_id = any (${[...keyIds]}::uuid[])`,
  ).execute(db)
  return rows
}

/** With minute precision: a key may be used a thousand times a second. */
export async function noteUse(db: Db, { applicationId, keyId }: KeyId, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  await db
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where(eb => eb.and({ application_id: applicationId, api_key_id: keyId }))
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minuteAgo)]))
    .execute()
}

interface NewKey extends ChangedKey {
  secret: string
  createdBy: string
}

/** Returns false if another key of the application has the name (ignoring case). */
export async function insertKey(db: Db, key: NewKey, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_key')
    .values({
      application_id: key.applicationId,
      api_key_id: key.keyId,
      name: key.name,
      scopes: key.scopes,
      rate_limit: key.rateLimit,
      secret: key.secret,
      created_by: key.createdBy,
      created_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

interface ChangedKey extends KeyId {
  name: string
  scopes: string[]
  rateLimit: number
}

/** Returns false if there is no such key. Throws if another key of the application has the name (ignoring case). */
export async function updateKey(
  db: Db,
  { applicationId, keyId, name, scopes, rateLimit }: ChangedKey,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ name, scopes, rate_limit: rateLimit })
    .where(eb => eb.and({ application_id: applicationId, api_key_id: keyId }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces the secret; the old one stays valid until `until`, or ends at once if that is null. Returns false if there is no such key. */
export async function replaceSecret(
  db: Db,
  { applicationId, keyId }: KeyId,
  secret: string,
  until: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ secret, old_secret: until === null ? null : sql<string>`secret`, old_secret_until: until })
    .where(eb => eb.and({ application_id: applicationId, api_key_id: keyId }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if there is no such key. */
export async function dropOldSecret(db: Db, { applicationId, keyId }: KeyId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ old_secret: null, old_secret_until: null })
    .where(eb => eb.and({ application_id: applicationId, api_key_id: keyId }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if there is none. */
export async function deleteKeyRow(db: Db, { applicationId, keyId }: KeyId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_key')
    .where(eb => eb.and({ application_id: applicationId, api_key_id: keyId }))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
