import { sql } from 'kysely'
import type { Db } from '../../../db/schema/tables.ts'

interface NewSession {
  sessionId: string
  accountId: string
  cookieHash: Buffer
  applicationId: string | null
  userAgent: string
  address: string
  expiresAt: Date
}

/** Starts a session, and deletes the account's expired ones. */
export async function insertSession(db: Db, session: NewSession, now: Date): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', session.accountId).where('expires_at', '<=', now).execute()
  await db
    .insertInto('session')
    .values({
      session_id: session.sessionId,
      account_id: session.accountId,
      cookie_hash: session.cookieHash,
      application_id: session.applicationId,
      user_agent: session.userAgent,
      address: session.address,
      created_at: now,
      last_seen_at: now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** Extends the valid session of a cookie until `expiresAt`, but never beyond `longestSeconds` in all, and returns it. */
export function touchSession(
  db: Db,
  cookieHash: Buffer,
  now: Date,
  { expiresAt, longestSeconds }: { expiresAt: Date; longestSeconds: number },
) {
  return db
    .updateTable('session')
    .set({
      last_seen_at: now,
      expires_at: sql`least(${expiresAt}, created_at + make_interval(secs => ${longestSeconds}))`,
    })
    .where('cookie_hash', '=', cookieHash)
    .where('expires_at', '>', now)
    .returning(['session_id', 'account_id', 'application_id'])
    .executeTakeFirst()
}

export async function selectRaisedUntil(db: Db, sessionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('session')
    .where('session_id', '=', sessionId)
    .select('raised_until')
    .executeTakeFirst()
  return row?.raised_until ?? null
}

export async function raiseSession(db: Db, sessionId: string, until: Date): Promise<void> {
  await db.updateTable('session').set({ raised_until: until }).where('session_id', '=', sessionId).execute()
}

/** Returns the owner of a session, for sending mail. */
export function selectSessionOwner(db: Db, sessionId: string) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .where('session.session_id', '=', sessionId)
    .select(['account.email', 'account.locale'])
    .executeTakeFirst()
}

/** Stores the session's confirmation code, in place of an earlier one. */
export async function upsertConfirmationCode(db: Db, sessionId: string, hash: Buffer, expiresAt: Date): Promise<void> {
  const fields = { code_hash: hash, expires_at: expiresAt }
  await db
    .insertInto('confirmation_code')
    .values({ session_id: sessionId, ...fields })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet(fields))
    .execute()
}

/** Marks a code as used. Returns false for a wrong, used or expired one. */
export async function consumeConfirmationCode(db: Db, sessionId: string, hash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .deleteFrom('confirmation_code')
    .where(eb => eb.and({ session_id: sessionId, code_hash: hash }))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

/** Valid sessions of an account, most recently used first. */
export function selectSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .select(['session_id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .limit(200)
    .execute()
}

/** The account's last active application, for its next session. */
export async function selectLastApplication(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('application_id', 'is not', null)
    .select('application_id')
    .orderBy('last_seen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.application_id ?? null
}

export async function updateSessionApplication(db: Db, sessionId: string, applicationId: string | null): Promise<void> {
  await db.updateTable('session').set({ application_id: applicationId }).where('session_id', '=', sessionId).execute()
}

export async function deleteSessionByCookie(db: Db, cookieHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('cookie_hash', '=', cookieHash).execute()
}

/** Ends the session with that id and the one of that cookie, which are usually the same. Returns their owners. */
export function deleteNamedSessions(db: Db, sessionId: string | undefined, cookieHash: Buffer | undefined) {
  return db
    .deleteFrom('session')
    .using('account')
    .whereRef('account.account_id', '=', 'session.account_id')
    .where(eb =>
      eb.or([
        ...(sessionId === undefined ? [] : [eb('session.session_id', '=', sessionId)]),
        ...(cookieHash === undefined ? [] : [eb('session.cookie_hash', '=', cookieHash)]),
      ]),
    )
    .returning(['account.account_id', 'account.name', 'account.email'])
    .execute()
}

export async function deleteSessionsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** Returns false for a session that does not exist or belongs to another account. */
export async function deleteOwnSession(db: Db, accountId: string, sessionId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('session')
    .where(eb => eb.and({ account_id: accountId, session_id: sessionId }))
    .executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

/** Returns how many there were. */
export async function deleteOtherSessions(db: Db, accountId: string, keptSessionId: string): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('session_id', '!=', keptSessionId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteBearersOf(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('bearer').where('session_id', '=', sessionId).execute()
}

interface NewBearer {
  tokenHash: Buffer
  sessionId: string
  applicationId: string | null
  expiresAt: Date
}

/** Stores a token, and deletes the session's expired ones. */
export async function insertBearer(db: Db, bearer: NewBearer, now: Date): Promise<void> {
  await db.deleteFrom('bearer').where('session_id', '=', bearer.sessionId).where('expires_at', '<=', now).execute()
  await db
    .insertInto('bearer')
    .values({
      token_hash: bearer.tokenHash,
      session_id: bearer.sessionId,
      application_id: bearer.applicationId,
      expires_at: bearer.expiresAt,
    })
    .execute()
}

export interface CallerRow {
  account_id: string
  name: string
  email: string
  email_verified: boolean
  locale: string
  has_second_factor: boolean
  session_id: string
  /** What the token was issued for, whether or not it still exists. */
  token_application_id: string | null
  application_id: string | null
  organization_id: string | null
  role_id: string | null
  role_name: string | null
  permission_set: unknown
  two_people: boolean | null
}

/**
 * Returns everything about the holder of a token with one statement, since it runs on every request. For a token with an application, that
 * includes the membership in its organization; without an application, up to two memberships, so that the reader sees whether there is
 * exactly one.
 */
export async function selectCaller(db: Db, tokenHash: Buffer, now: Date): Promise<CallerRow[]> {
  const { rows } = await sql<CallerRow>`
    select account.account_id, account.name, account.email, account.email_verified_at is not null as email_verified,
      account.locale, session.session_id,
      exists (
        select from second_factor
        where second_factor.account_id = account.account_id and second_factor.enabled_at is not null
      ) as has_second_factor, bearer.application_id as token_application_id, application.application_id,
      membership.organization_id, membership.role_id, membership.role_name, membership.permission_set,
      membership.two_people
    from bearer
    join session on session.session_id = bearer.session_id and session.expires_at > ${now}
    join account on account.account_id = session.account_id
    left join application on application.application_id = bearer.application_id and application.deleted_at is null
    left join lateral (
      select member.organization_id, member.role_id, role.name as role_name, role.permission_set, organization.two_people
      from member
      join organization on organization.organization_id = member.organization_id
      join role on role.role_id = member.role_id
      where member.account_id = account.account_id and member.status = 'active' and organization.deleted_at is null
        and (bearer.application_id is null or member.organization_id = application.organization_id)
      limit 2
    ) as membership on true
    where bearer.token_hash = ${tokenHash} and bearer.expires_at > ${now}`.execute(db)
  return rows
}
