/** SQL of templates that WhatsApp stores. */
import type { Db } from '../../../db/schema/tables.ts'

/** Returns the present categories of the templates with these names. */
export function selectCategories(db: Db, applicationId: string, names: readonly string[]) {
  return db
    .selectFrom('whatsapp_template')
    .where('application_id', '=', applicationId)
    .where('name', 'in', names.length === 0 ? [''] : [...names])
    .select(['name', 'language', 'category'])
    .execute()
}
