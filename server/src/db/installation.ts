import type { Db } from './schema/tables.ts'
import { StartError } from '../lib/start-error.ts'

/** Remembers on the first start which secret seals this database, and refuses another one later. */
export async function checkSecret(db: Db, keyCheck: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key_check: keyCheck, created_at: new Date() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { key_check: stored } = await db.selectFrom('installation').select('key_check').executeTakeFirstOrThrow()
  if (stored === keyCheck) return
  throw new StartError(
    'The secret in use is not the one that sealed this database. Set NOTIFLY_SECRET to the earlier value, ' +
      'or restore the file "secret" of the data directory. Nothing was changed.',
  )
}
