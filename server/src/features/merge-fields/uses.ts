/** What names a merge field: rules of segments, and contents of templates and campaigns. */
import type { FieldUse } from '@notifly/contracts/merge-fields'
import type { Kysely } from 'kysely'
import { selectSegmentsNaming } from '../../db/rules/rename-field.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import { checkStructure } from '../../lib/liquid/check.ts'
import { readReferences } from '../../lib/liquid/references.ts'
import { type FieldKey, selectCampaignsWith, selectTemplatesWith } from './queries.ts'

/** Everything that would miss the field. */
export async function usesOf(db: Kysely<Tables>, { applicationId, name }: FieldKey): Promise<FieldUse> {
  const segments = await selectSegmentsNaming(db, applicationId, name)
  const templates = await selectTemplatesWith(db, applicationId, name)
  const campaigns = await selectCampaignsWith(db, applicationId, name)
  const naming = (rows: typeof templates) =>
    rows
      .filter(row => textsIn(row.content).some(text => reads(text, name)))
      .map(row => ({ uuid: row.id, name: row.name }))
  return {
    segments: segments.map(row => ({ uuid: row.segment_id, name: row.name })),
    templates: naming(templates),
    campaigns: naming(campaigns),
  }
}

/** Throws conflict, with the uses in `data`, while a text of somebody names the field, or (unless they follow) a segment. */
export function refuseUsed({ segments, ...texts }: FieldUse, options: { segmentsFollow: boolean }): void {
  const all = [...(options.segmentsFollow ? [] : segments), ...texts.templates, ...texts.campaigns]
  if (all.length === 0) return
  const message = `This field is named by: ${all.map(each => each.name).join(', ')}.`
  throw new AppError('conflict', { message, data: { segments, ...texts } })
}

function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  if (typeof content !== 'object' || content === null) return []
  return Object.values(content).flatMap(textsIn)
}

/** A text that cannot be read names whatever stands in it. */
function reads(source: string, field: string): boolean {
  if (!source.includes(field)) return false
  const { problems, templates } = checkStructure(source, 'text')
  if (templates.length === 0) return problems.length > 0
  return readReferences(templates).some(reference => reference.field === field)
}
