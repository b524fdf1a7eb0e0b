/** Writes of templates as commands that can become requests. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { uuid } from '@notifly/contracts/fields'
import {
  type TemplateContent,
  templateBody,
  templateParts,
  versionNumber,
} from '@notifly/contracts/templates/templates'
import { optionalTags } from '@notifly/contracts/tags/tags'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { assertContentRoom, assertRoom } from '../quotas/quotas.ts'
import { selectTemplate, selectVersion } from './queries.ts'
import * as templates from './edit.ts'

const common = { activity: ACTIVITY.templateEmail, object: 'template' } as const

interface Named {
  template_uuid: string
}

/** The newest version as a person writes it; null if the template does not exist. */
async function before({ db, actor }: CommandContext, { template_uuid: templateId }: Named): Promise<Values | null> {
  const row = await selectTemplate(db, { applicationId: actor.applicationId, templateId })
  if (row === undefined) return null
  return { type: row.type, name: row.name, version: row.version, ...(row.content as TemplateContent) }
}

/** The audit trail records the source instead of the compiled HTML, and of an editor's document only that it changed. */
function trail({ document, ...values }: Values): Values {
  const { html: _, ...written } = values
  return {
    ...(values['mjml'] === undefined ? values : written),
    ...(typeof document === 'string' && { document: createHash('sha256').update(document).digest('hex') }),
  }
}

const nameOf = (values: Values | null): string => textIn(values, 'name')

export const createTemplate = defineCommand({
  ...common,
  name: 'template.create',
  level: 'create',
  payload: z.object({ ...templateBody, ...optionalTags }),
  objectOf: () => null,
  title: ({ name }) => name,
  before: async () => null,
  freeze: templates.frozenTemplate,
  trail,
  async run(context, typed) {
    await assertRoom(context, 'templates')
    return templates.createTemplate(context, typed)
  },
  idOf: result => result.template_uuid,
})

export const updateTemplate = defineCommand({
  ...common,
  name: 'template.update',
  level: 'update',
  payload: z.object({ template_uuid: uuid, ...templateBody, version: z.optional(versionNumber) }),
  objectOf: ({ template_uuid: id }) => id,
  title: ({ name }) => name,
  before,
  freeze: templates.frozenTemplate,
  trail,
  run: (context, { template_uuid: id, ...typed }) => templates.updateTemplate(context, id, typed),
})

export const deleteTemplate = defineCommand({
  ...common,
  name: 'template.delete',
  level: 'delete',
  payload: z.object({ template_uuid: uuid }),
  objectOf: ({ template_uuid: id }) => id,
  title: (_, found) => nameOf(found),
  before,
  trail,
  run: (context, { template_uuid: id }) => templates.deleteTemplate(context, id),
})

export const restoreTemplate = defineCommand({
  ...common,
  name: 'template.restore',
  level: 'update',
  /** Approvers read the version itself; versions never change. */
  payload: z.object({
    template_uuid: uuid,
    version: versionNumber,
    name: z.optional(z.string()),
    ...templateParts,
  }),
  objectOf: ({ template_uuid: id }) => id,
  title: (_, found) => nameOf(found),
  before,
  trail,
  async freeze(context, { template_uuid: templateId, version }) {
    const found = await before(context, { template_uuid: templateId })
    const row = await selectVersion(context.db, { applicationId: context.actor.applicationId, templateId }, version)
    return { template_uuid: templateId, version, name: nameOf(found), ...(row?.content as TemplateContent | undefined) }
  },
  async run(context, { template_uuid: id, version }) {
    const { applicationId } = context.actor
    const restored = await selectVersion(context.db, { applicationId, templateId: id }, version)
    await assertContentRoom(context, restored?.content ?? {})
    return templates.restoreVersion(context, id, version)
  },
})

export const templateCommands: readonly AnyCommand[] = [createTemplate, updateTemplate, deleteTemplate, restoreTemplate]
