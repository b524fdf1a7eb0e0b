import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../db/schema/tables.ts'

/** Stores a sign-in in progress, and deletes abandoned ones. */
export async function insertTrip(db: Db, trip: Insertable<Tables['sso_trip']>, now: Date): Promise<void> {
  await db.deleteFrom('sso_trip').where('expires_at', '<', now).execute()
  await db.insertInto('sso_trip').values(trip).execute()
}

/** Deletes it while reading: of two callers with the same state, one gets nothing. */
export function consumeTripByState(db: Db, stateHash: Buffer) {
  return db.deleteFrom('sso_trip').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()
}

export function consumeTripByNonce(db: Db, nonceHash: Buffer) {
  return db.deleteFrom('sso_trip').where('nonce_hash', '=', nonceHash).returningAll().executeTakeFirst()
}

export async function insertTicket(db: Db, ticket: Insertable<Tables['sso_ticket']>, now: Date): Promise<void> {
  await db.deleteFrom('sso_ticket').where('expires_at', '<', now).execute()
  await db.insertInto('sso_ticket').values(ticket).execute()
}

export function selectTicket(db: Db, ticketHash: Buffer) {
  return db.selectFrom('sso_ticket').where('ticket_hash', '=', ticketHash).selectAll().executeTakeFirst()
}

export async function deleteTicket(db: Db, ticketHash: Buffer): Promise<void> {
  await db.deleteFrom('sso_ticket').where('ticket_hash', '=', ticketHash).execute()
}

interface IdentityKey {
  provider: string
  issuer: string
  subject: string
}

/** The account that an identity is connected to. */
export function selectIdentity(db: Db, { provider, issuer, subject }: IdentityKey) {
  return db
    .selectFrom('sso_identity')
    .innerJoin('account', 'account.account_id', 'sso_identity.account_id')
    .where(eb => eb.and({ provider, issuer, subject }))
    .select(['account.account_id', 'account.email', 'account.email_key', 'account.email_verified_at'])
    .executeTakeFirst()
}

/** Returns false if the identity is already connected, to any account. */
export async function insertIdentity(db: Db, identity: Insertable<Tables['sso_identity']>): Promise<boolean> {
  const result = await db
    .insertInto('sso_identity')
    .values(identity)
    .onConflict(conflict => conflict.columns(['provider', 'issuer', 'subject']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

type Told = Pick<Tables['sso_identity'], 'email' | 'email_key' | 'email_verified'>

/** Stores a use, with the provider's present claims. */
export async function updateIdentity(
  db: Db,
  { provider, issuer, subject }: IdentityKey,
  told: Told,
  now: Date,
): Promise<void> {
  await db
    .updateTable('sso_identity')
    .set({ ...told, last_used_at: now })
    .where(eb => eb.and({ provider, issuer, subject }))
    .execute()
}

export function selectIdentities(db: Db, accountId: string) {
  return db
    .selectFrom('sso_identity')
    .where('account_id', '=', accountId)
    .select(['provider', 'email', 'connected_at', 'last_used_at'])
    .orderBy('connected_at')
    .execute()
}

/** Prevents others from changing how an account can be signed in to, until the transaction ends. */
export function lockAccount(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['account_id', 'password_hash', 'email_verified_at'])
    .forUpdate()
    .executeTakeFirst()
}

export async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .where('password_hash', 'is not', null)
    .select('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether there was one. */
export async function deleteIdentity(db: Db, accountId: string, provider: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sso_identity')
    .where(eb => eb.and({ account_id: accountId, provider }))
    .executeTakeFirst()
  return Number(result.numDeletedRows) > 0
}

export async function deleteIdentities(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('sso_identity').where('account_id', '=', accountId).execute()
}

/** Deletes identities whose provider does not vouch that they own the account's address. */
export async function deleteUnprovenIdentities(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom('sso_identity')
    .using('account')
    .whereRef('account.account_id', '=', 'sso_identity.account_id')
    .where('sso_identity.account_id', '=', accountId)
    .where(eb =>
      eb.or([
        eb('sso_identity.email_verified', '=', false),
        eb('sso_identity.email_key', 'is', null),
        eb('sso_identity.email_key', '!=', eb.ref('account.email_key')),
      ]),
    )
    .execute()
}
