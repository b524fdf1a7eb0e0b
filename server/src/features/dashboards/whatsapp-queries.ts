/** SQL of templates that WhatsApp keeps. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { countedByCampaign, type Source, type Starts } from './counted-queries.ts'

/** Of the templates with these names, as they are now. */
export function selectCategories(db: Db, applicationId: string, names: readonly string[]) {
  return db
    .selectFrom('whatsapp_template')
    .where('application_id', '=', applicationId)
    .where('name', 'in', names.length === 0 ? [''] : [...names])
    .select(['name', 'language', 'category'])
    .execute()
}

export interface CategorySums {
  /** Null for templates that are gone. */
  category: string | null
  sent: number
  delivered: number
}

/** By the category of the templates as they are now. The most delivered come first. */
export async function selectByCategory(db: Db, source: Source, starts: Starts): Promise<CategorySums[]> {
  const { rows } = await sql<CategorySums>`
    with ${countedByCampaign(source, starts)}
    select t.category, sum(sent)::int as sent, sum(delivered)::int as delivered from counted
    left join whatsapp_template t on t.application_id = ${source.applicationId}
      and t.name = counted.template_name and t.language = counted.template_language
    group by 1 having sum(sent) > 0 order by 3 desc, 2 desc, 1`.execute(db)
  return rows
}
