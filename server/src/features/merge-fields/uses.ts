/** What names a merge field: rules of segments, and contents of templates and campaigns. */
import type { FieldUse } from '@notifly/contracts/audience'
import type { Kysely } from 'kysely'
import { setImmediate as breathe } from 'node:timers/promises'
import { namedFields } from '../../db/rules/rule-context.ts'
import { selectDynamicSegments, selectSegmentsNaming } from '../../db/rules/rename-field.ts'
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

/** The same for every field at once: each text is read a single time. Answers the function that tells of one field. */
export async function usesOfAll(db: Kysely<Tables>, applicationId: string): Promise<(name: string) => FieldUse> {
  const segments = (await selectDynamicSegments(db, applicationId)).map(({ segment_id: uuid, name, rules }) => {
    const named = new Set(namedFields(rules))
    return { uuid, name, names: (field: string) => named.has(field) }
  })
  const templates = await readAll(await selectTemplatesWith(db, applicationId, TAG))
  const campaigns = await readAll(await selectCampaignsWith(db, applicationId, TAG))
  const naming = (texts: readonly NamingText[], field: string) =>
    texts.filter(each => each.names(field)).map(({ uuid, name }) => ({ uuid, name }))
  return field => ({
    segments: naming(segments, field),
    templates: naming(templates, field),
    campaigns: naming(campaigns, field),
  })
}

/** What every text that names a field has. */
const TAG = '{'

interface NamingText {
  uuid: string
  name: string
  names: (field: string) => boolean
}

async function readAll(rows: Awaited<ReturnType<typeof selectTemplatesWith>>): Promise<NamingText[]> {
  const read: NamingText[] = []
  for (const { id: uuid, name, content } of rows) {
    const tests = textsIn(content).map(fieldsOf)
    read.push({ uuid, name, names: field => tests.some(test => test(field)) })
    // Thousands of templates must not keep other calls waiting.
    await breathe()
  }
  return read
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

function reads(source: string, field: string): boolean {
  return source.includes(field) && fieldsOf(source)(field)
}

/** Tells which fields a text names; one that cannot be read names whatever stands in it. */
function fieldsOf(source: string): (field: string) => boolean {
  if (!source.includes(TAG)) return () => false
  const { problems, templates } = checkStructure(source, 'text')
  if (templates.length === 0) return field => problems.length > 0 && source.includes(field)
  const named = new Set(readReferences(templates).map(reference => reference.field))
  return field => named.has(field)
}
