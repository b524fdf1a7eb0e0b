/** SQL of templates that WhatsApp keeps. */
import type { Db } from '../../db/schema/tables.ts'

/** Of the templates with these names, as they are now. */
export function selectCategories(db: Db, applicationId: string, names: readonly string[]) {
  return db
    .selectFrom('whatsapp_template')
    .where('application_id', '=', applicationId)
    .where('name', 'in', names.length === 0 ? [''] : [...names])
    .select(['name', 'language', 'category'])
    .execute()
}
