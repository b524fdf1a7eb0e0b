import type { Db } from '../../../db/schema/tables.ts'

interface EmailChange {
  accountId: string
  email: string
  emailKey: string
  expiresAt: Date
}

/** Stores the wanted address; the link of an earlier request becomes invalid. */
export async function upsertEmailChange(db: Db, change: EmailChange, now: Date): Promise<void> {
  const fields = {
    email: change.email,
    email_key: change.emailKey,
    token_hash: null,
    created_at: now,
    expires_at: change.expiresAt,
  }
  await db
    .insertInto('email_change')
    .values({ account_id: change.accountId, ...fields })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(fields))
    .execute()
}

export async function deleteEmailChange(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('email_change').where('account_id', '=', accountId).execute()
}

/** Returns the wanted address of an account, and whether another account already has it. */
export function selectEmailChange(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('email_change')
    .where('email_change.account_id', '=', accountId)
    .where('email_change.expires_at', '>', now)
    .select(eb => [
      'email_change.email',
      'email_change.email_key',
      eb
        .exists(
          eb.selectFrom('account').whereRef('account.email_key', '=', 'email_change.email_key').select('account_id'),
        )
        .$castTo<boolean>()
        .as('is_taken'),
    ])
    .executeTakeFirst()
}

export async function updateEmailChangeToken(db: Db, accountId: string, tokenHash: Buffer): Promise<void> {
  await db.updateTable('email_change').set({ token_hash: tokenHash }).where('account_id', '=', accountId).execute()
}

/** Locks the change that a link confirms, against others who use the same link. */
export function lockEmailChange(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('email_change')
    .innerJoin('account', 'account.account_id', 'email_change.account_id')
    .where('email_change.token_hash', '=', tokenHash)
    .select([
      'account.account_id',
      'account.name',
      'account.email as old_email',
      'account.locale',
      'email_change.email',
      'email_change.email_key',
      'email_change.expires_at',
    ])
    .forUpdate('email_change')
    .executeTakeFirst()
}

/** Changes the address of an account, whose owner has just confirmed it. Returns false if another account has it by now. */
export async function updateEmail(
  db: Db,
  accountId: string,
  address: { email: string; emailKey: string },
  now: Date,
): Promise<boolean> {
  const taken = await db
    .selectFrom('account')
    .where('email_key', '=', address.emailKey)
    .select('account_id')
    .executeTakeFirst()
  if (taken !== undefined) return false
  await db
    .updateTable('account')
    .set({ email: address.email, email_key: address.emailKey, email_verified_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .execute()
  return true
}
