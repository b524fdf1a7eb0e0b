import type { Db } from '../../../db/schema/tables.ts'

export function selectSecondFactor(db: Db, accountId: string) {
  return db
    .selectFrom('second_factor')
    .where('account_id', '=', accountId)
    .select(['secret', 'enabled_at'])
    .executeTakeFirst()
}

/** Stores a secret that waits for its first right code, in place of an earlier pending one. Returns false if one is enabled. */
export async function upsertPendingFactor(db: Db, accountId: string, secret: string, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('second_factor')
    .values({ account_id: accountId, secret, created_at: now })
    .onConflict(conflict =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('second_factor.enabled_at', 'is', null),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

/** Returns false if this step, or a later one, has been used. */
export async function updateLastStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function enableSecondFactor(db: Db, accountId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('second_factor')
    .set({ enabled_at: now })
    .where('account_id', '=', accountId)
    .where('enabled_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Deletes the second factor, also a pending one. Returns whether an enabled one existed. */
export async function deleteSecondFactor(db: Db, accountId: string): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const gone = await db
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .returning('enabled_at')
    .executeTakeFirst()
  return gone !== undefined && gone.enabled_at !== null
}

/** Stores new codes in place of all earlier ones. */
export async function replaceRecoveryCodes(db: Db, accountId: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map(hash => ({ account_id: accountId, code_hash: hash })))
    .execute()
}

/** Marks a code as used. Returns false for an unknown or used one. */
export async function useRecoveryCode(db: Db, accountId: string, hash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where(eb => eb.and({ account_id: accountId, code_hash: hash }))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
