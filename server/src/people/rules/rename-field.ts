/** Rules that name a merge field, and how they change when it is renamed. */
import type { Rule, RuleGroup } from '@notifly/contracts/segments/rules'
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

interface NamingSegment {
  segment_id: string
  name: string
  rules: RuleGroup
}

/** Segments whose rules name the merge field. */
export async function selectSegmentsNaming(db: Db, applicationId: string, field: string): Promise<NamingSegment[]> {
  const { rows } = await sql<NamingSegment>`
    select segment_id, name, rules from segment
    where application_id = ${applicationId} and kind = 'dynamic'
      and jsonb_path_exists(rules, '$.** ? (@.kind == "field" && @.field == $name)', jsonb_build_object('name', ${field}::text))
    order by lower(name), segment_id`.execute(db)
  return rows
}

/** Segments with rules, sorted by name; all of them without a `limit`. */
export async function selectDynamicSegments(
  db: Db,
  applicationId: string,
  limit: number | null = null,
): Promise<NamingSegment[]> {
  const { rows } = await sql<NamingSegment>`
    select segment_id, name, rules from segment where application_id = ${applicationId} and kind = 'dynamic'
    order by lower(name), segment_id limit ${limit}::int`.execute(db)
  return rows
}

/** Makes every rule name the field by its new name. */
export async function renameInRules(db: Db, applicationId: string, field: string, to: string): Promise<void> {
  for (const { segment_id: segmentId, rules } of await selectSegmentsNaming(db, applicationId, field)) {
    await db
      .updateTable('segment')
      .set({ rules: JSON.stringify(renamed(rules, field, to)) })
      .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId }))
      .execute()
  }
}

function renamed(group: RuleGroup, field: string, to: string): RuleGroup {
  const rename = (rule: Rule): Rule => {
    if (rule.kind === 'group') return renamed(rule, field, to)
    return rule.kind === 'field' && rule.field === field ? { ...rule, field: to } : rule
  }
  return { ...group, rules: group.rules.map(rename) }
}
