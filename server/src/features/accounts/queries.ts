import type { Db } from '../../db/schema/tables.ts'

interface NewAccount {
  accountId: string
  email: string
  emailKey: string
  name: string
  passwordHash: string | null
  locale: string
  /** Null while its holder has not proven the address. */
  verifiedAt: Date | null
}

/** Creates the account. Returns false if its address already has one. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('account')
    .values({
      account_id: account.accountId,
      email: account.email,
      email_key: account.emailKey,
      name: account.name,
      password_hash: account.passwordHash,
      email_verified_at: account.verifiedAt,
      locale: account.locale,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export function selectAccountByEmail(db: Db, emailKey: string) {
  return db
    .selectFrom('account')
    .where('email_key', '=', emailKey)
    .select(['account_id', 'email', 'email_key', 'name', 'password_hash', 'email_verified_at', 'locale'])
    .executeTakeFirst()
}

/** Returns what decides whether an account may sign in once its owner is authenticated. */
export function selectSignInState(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .leftJoin('second_factor', join =>
      join.onRef('second_factor.account_id', '=', 'account.account_id').on('second_factor.enabled_at', 'is not', null),
    )
    .where('account.account_id', '=', accountId)
    .where('account.erased_at', 'is', null)
    .select(eb => [
      'account.account_id',
      'account.name',
      'account.email',
      'account.email_verified_at',
      'account.password_hash',
      eb('second_factor.account_id', 'is not', null).$castTo<boolean>().as('has_second_factor'),
    ])
    .executeTakeFirst()
}

export async function selectPasswordHash(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('password_hash')
    .executeTakeFirst()
  return row?.password_hash ?? null
}

export function selectProfile(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('account')
    .leftJoin('email_change', join =>
      join.onRef('email_change.account_id', '=', 'account.account_id').on('email_change.expires_at', '>', now),
    )
    .where('account.account_id', '=', accountId)
    .select([
      'account.name',
      'account.email',
      'account.locale',
      'account.password_hash',
      'email_change.email as pending_email',
    ])
    .executeTakeFirst()
}

export async function updateProfileRow(
  db: Db,
  accountId: string,
  fields: { name?: string | undefined; locale?: string | undefined },
  now: Date,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ ...fields, updated_at: now })
    .where('account_id', '=', accountId)
    .execute()
}

/** A link in a mail proves ownership of the address, so setting a new password by such a link verifies it as well. */
export async function updatePassword(db: Db, accountId: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set(eb => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
      updated_at: now,
    }))
    .where('account_id', '=', accountId)
    .execute()
}

export async function updateVerified(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email_verified_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .execute()
}

export type MailTokenKind = 'verify' | 'reset'

interface NewMailToken {
  tokenHash: Buffer
  kind: MailTokenKind
  accountId: string
  emailKey: string
  expiresAt: Date
}

/** Stores a token, and deletes tokens of the account that expired long ago. */
export async function insertMailToken(db: Db, token: NewMailToken, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 86_400_000)
  await db
    .deleteFrom('mail_token')
    .where('account_id', '=', token.accountId)
    .where('expires_at', '<', longAgo)
    .execute()
  await db
    .insertInto('mail_token')
    .values({
      token_hash: token.tokenHash,
      kind: token.kind,
      account_id: token.accountId,
      email_key: token.emailKey,
      created_at: now,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Returns a token that was issued for the account's present address, used or not. `lock` makes others wait for it. */
export function selectMailToken(db: Db, tokenHash: Buffer, kind: MailTokenKind, lock = false) {
  return db
    .selectFrom('mail_token')
    .innerJoin('account', join =>
      join
        .onRef('account.account_id', '=', 'mail_token.account_id')
        .onRef('account.email_key', '=', 'mail_token.email_key'),
    )
    .where(eb => eb.and({ 'mail_token.token_hash': tokenHash, 'mail_token.kind': kind }))
    .select([
      'account.account_id',
      'account.name',
      'account.email',
      'account.email_key',
      'account.password_hash',
      'mail_token.expires_at',
      'mail_token.used_at',
    ])
    .$if(lock, query => query.forUpdate('mail_token'))
    .executeTakeFirst()
}

/** Invalidates all links of one kind: the one that was used and those of earlier mails. */
export async function useMailTokens(db: Db, accountId: string, kind: MailTokenKind, now: Date): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ used_at: now })
    .where(eb => eb.and({ account_id: accountId, kind }))
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Removes everything personal from an account. Its row stays, since approvals and the audit trail refer to its id; it cannot be signed in
 * to, and its address is free for a new account.
 */
export async function eraseAccountRow(db: Db, accountId: string, now: Date): Promise<void> {
  for (const table of ['session', 'mail_token', 'member', 'second_factor', 'recovery_code', 'email_change'] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
  await db
    .updateTable('account')
    .set({
      email: '',
      email_key: `erased:${accountId}`,
      name: 'Deleted account',
      password_hash: null,
      email_verified_at: null,
      locale: 'en',
      updated_at: now,
      erased_at: now,
    })
    .where('account_id', '=', accountId)
    .execute()
}
