/** SQL of templates that WhatsApp stores. */
import type { Counts } from '@notifly/contracts/dashboards/figures'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { countedByCampaign, type Source, type Starts, SUMS } from './counted-queries.ts'

export interface TemplateSums extends Counts {
  name: string
  language: string
  /** The template's present category; null for deleted templates. */
  category: string | null
}

/** Counts by template, the most sent first. Templates of which nothing was sent and nothing failed are left out. */
export async function selectTemplateSums(db: Db, source: Source, starts: Starts): Promise<TemplateSums[]> {
  const { rows } = await sql<TemplateSums>`
    with ${countedByCampaign(source, starts)}, sums as (
      select template_name as name, template_language as language, ${SUMS} from counted group by 1, 2
    )
    select sums.*, t.category from sums
    left join whatsapp_template t on t.application_id = ${source.applicationId} and t.name = sums.name and t.language = sums.language
    where sent > 0 or failed > 0 order by sent desc, sums.name, sums.language`.execute(db)
  return rows
}
