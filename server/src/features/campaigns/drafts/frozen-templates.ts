/**
 * Templates as a held campaign names them. What an approver agrees to is what is sent: the request keeps what each template
 * says, and cannot be applied any more once one of them says something else.
 */
import { uuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { templateParts } from '@notifly/contracts/templates/templates'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../db/schema/tables.ts'
import { AppError } from '../../../lib/app-error.ts'
import { heldVersion, templateContent } from '../../templates/templates.ts'

type Db = Kysely<Tables>

export const FrozenTemplate = z.object({
  uuid,
  name: z.string(),
  version: z.int(),
  ...templateParts,
  smsBody: z.optional(z.string()),
})
export type FrozenTemplate = z.infer<typeof FrozenTemplate>

/** What the templates say that these parts of a campaign name, wherever they name them; those that are gone are left out. */
export async function freezeTemplates(db: Db, applicationId: string, parts: unknown): Promise<FrozenTemplate[]> {
  const frozen: FrozenTemplate[] = []
  for (const templateId of namedIn(parts)) {
    const found = await templateContent(db, applicationId, templateId)
    if (found !== null) frozen.push({ uuid: templateId, name: found.name, version: found.version, ...found.content })
  }
  return frozen
}

/**
 * Throws conflict when a template is not what it was, and holds all of them as they are until the transaction ends. One that
 * is gone is left to the launch, which says so.
 */
export async function demandUnchanged(
  db: Db,
  applicationId: string,
  frozen: readonly FrozenTemplate[] = [],
): Promise<void> {
  for (const { uuid: templateId, name, version } of frozen) {
    const current = await heldVersion(db, applicationId, templateId)
    if (current === null || current === version) continue
    throw new AppError('conflict', sentence('campaigns.templateChanged', { name }))
  }
}

/** Ids of templates, each once, in one order for everybody: they are locked in it. */
function namedIn(parts: unknown): string[] {
  const ids = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, each] of Object.entries(value)) {
      if (name === 'template_uuid' && typeof each === 'string') ids.add(each.toLowerCase())
      else walk(each)
    }
  }
  walk(parts)
  return [...ids].toSorted()
}
