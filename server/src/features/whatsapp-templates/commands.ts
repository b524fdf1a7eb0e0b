/** Writes of WhatsApp templates as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { uuid } from '@notifly/contracts/fields'
import { optionalTags } from '@notifly/contracts/tags/tags'
import { whatsappTemplateBody } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { selectTemplate } from './queries.ts'
import * as templates from './whatsapp-templates.ts'

const common = { activity: ACTIVITY.templateWhatsapp, object: 'whatsapp-template' } as const

async function before(
  { db, actor }: CommandContext,
  { template_uuid: templateId }: { template_uuid: string },
): Promise<Values | null> {
  const row = await selectTemplate(db, { applicationId: actor.applicationId, templateId })
  if (row === undefined) return null
  const { name, language, category, components } = row
  return { name, language, category, components }
}

export const createWhatsappTemplate = defineCommand({
  ...common,
  name: 'whatsapp-template.create',
  level: 'create',
  payload: z.object({ ...whatsappTemplateBody, ...optionalTags }),
  objectOf: () => null,
  title: ({ name }) => name,
  before: async () => null,
  run: (context, typed) => templates.createTemplate(context, typed),
  idOf: result => result.template_uuid,
})

export const updateWhatsappTemplate = defineCommand({
  ...common,
  name: 'whatsapp-template.update',
  // The activity has no level of its own for changes.
  level: 'create',
  payload: z.object({ template_uuid: uuid, ...whatsappTemplateBody }),
  objectOf: ({ template_uuid: id }) => id,
  title: ({ name }) => name,
  before,
  run: (context, { template_uuid: id, ...typed }) => templates.updateTemplate(context, id, typed),
})

export const deleteWhatsappTemplate = defineCommand({
  ...common,
  name: 'whatsapp-template.delete',
  level: 'delete',
  payload: z.object({ template_uuid: uuid }),
  objectOf: ({ template_uuid: id }) => id,
  title: (_, found) => textIn(found, 'name'),
  before,
  run: (context, { template_uuid: id }) => templates.deleteTemplate(context, id),
})

export const whatsappTemplateCommands: readonly AnyCommand[] = [
  createWhatsappTemplate,
  updateWhatsappTemplate,
  deleteWhatsappTemplate,
]
