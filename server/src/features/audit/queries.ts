import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../db/schema/tables.ts'

interface NewEntry {
  entry: Insertable<Tables['audit_entry']>
  person: Insertable<Tables['audit_person']> | null
}

export async function insertEntries(db: Db, entries: NewEntry[]): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values(entries.map(({ entry }) => entry))
    .execute()
  const people = entries.flatMap(({ person }) => (person === null ? [] : [person]))
  if (people.length > 0) await db.insertInto('audit_person').values(people).execute()
}

/** Organizations that an account actively belongs to. */
export async function selectOrganizationsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.organization_id', 'member.organization_id')
    .where(eb => eb.and({ 'member.account_id': accountId, 'member.status': 'active' }))
    .where('organization.deleted_at', 'is', null)
    .select('member.organization_id')
    .execute()
  return rows.map(row => row.organization_id)
}
