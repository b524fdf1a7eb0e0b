/** SQL of templates that WhatsApp keeps. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { counted, type Source, type Starts } from './queries.ts'

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
    with ${counted(source, starts)}, of_runs as (
      select run_id, sum(sent) as sent, sum(delivered) as delivered from counted group by run_id
    )
    select t.category, sum(sent)::int as sent, sum(delivered)::int as delivered from of_runs
    join run r on r.application_id = ${source.applicationId} and r.run_id = of_runs.run_id
    left join whatsapp_template t on t.application_id = r.application_id
      and t.name = r.template_name and t.language = r.template_language
    group by 1 having sum(sent) > 0 order by 3 desc, 2 desc, 1`.execute(db)
  return rows
}
