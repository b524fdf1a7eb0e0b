/**
 * Addresses of erased people. Whoever had unsubscribed before being erased is not written to when the address comes back:
 * each address is kept as a keyed hash, and becomes a suppression again with the first contact that has it.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import * as queries from './erased-queries.ts'

type Db = Kysely<Tables>

interface Context {
  deps: Pick<Deps, 'secrets'>
  db: Db
  actor: { applicationId: string }
}

/** Puts the addresses of new or changed contacts back on the list, in the transaction that wrote the contacts. */
export async function keepErasedAway({ deps, db, actor }: Context, contactIds: readonly string[]): Promise<void> {
  const { applicationId } = actor
  if (!(await queries.hasErased(db, applicationId))) return
  await queries.restoreOfContacts(db, applicationId, erasureKey(deps, applicationId), contactIds)
}

/** The same for the contacts of one part of an import. */
export async function keepErasedAwayFrom(
  deps: Pick<Deps, 'secrets'>,
  db: Db,
  part: { applicationId: string; importId: string; firstRow: number; lastRow: number },
): Promise<void> {
  if (!(await queries.hasErased(db, part.applicationId))) return
  await queries.restoreOfImport(db, erasureKey(deps, part.applicationId), part)
}

/** What hashes of an application are keyed by: nobody without the installation's secret can try addresses out. */
export function erasureKey({ secrets }: Pick<Deps, 'secrets'>, applicationId: string): string {
  return secrets.sign('erased-address', Buffer.from(applicationId)).toString('hex')
}
