/** SQL of templates that WhatsApp stores. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { countedByCampaign, type Source, type Starts } from './counted-queries.ts'

/** Returns the present categories of the templates with these names. */
export function selectCategories(db: Db, applicationId: string, names: readonly string[]) {
  return db
    .selectFrom('whatsapp_template')
    .where('application_id', '=', applicationId)
    .where('name', 'in', names.length === 0 ? [''] : [...names])
    .select(['name', 'language', 'category'])
    .execute()
}

export interface CategorySums {
  /** Null for deleted templates. */
  category: string | null
  sent: number
  delivered: number
}

/** Counts by the templates' present category, the most delivered first. */
export async function selectByCategory(db: Db, source: Source, starts: Starts): Promise<CategorySums[]> {
  const { rows } = await sql<CategorySums>`
    with ${countedByCampaign(source, starts)}
    select t.category, sum(sent)::int as sent, sum(delivered)::int as delivered from counted
    left join whatsapp_template t on t.application_id = ${source.applicationId}
      and t.name = counted.template_name and t.language = counted.template_language
    group by 1 having sum(sent) > 0 order by 3 desc, 2 desc, 1`.execute(db)
  return rows
}
