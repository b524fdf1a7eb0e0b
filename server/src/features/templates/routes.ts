import { ACTIVITY, type ActivityId, LEVEL } from '@notifly/contracts/roles/activities'
import {
  checkTemplateLinks,
  createTemplate,
  deleteTemplate,
  listTemplates,
  listTemplateVersions,
  previewPush,
  previewTemplate,
  readTemplate,
  readTemplateVersion,
  restoreTemplateVersion,
  sendTestEmail,
  type Template,
  updateTemplate,
} from '@notifly/contracts/templates/templates'
import { openEditorSession } from '@notifly/contracts/templates/editor-session'
import { previewSms } from '@notifly/contracts/sms/sms'
import type { whatsappTemplateBody } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type * as z from 'zod/mini'
import { type ApplicationCaller, hasLevel, requireLevel } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type Outcome, pagedRoute, route, type Http } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { createOutboundChecks } from '../../lib/network/outbound-checks.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { chosenCommandRoute, type Command, commandRoute } from '../approvals/approvals.ts'
import { listRows, readRow } from '../whatsapp-templates/whatsapp-templates.ts'
import { blockRoutes } from './blocks/routes.ts'
import * as commands from './commands.ts'
import * as templates from './edit.ts'
import { openEditor } from './editor-session.ts'
import { checkLinks } from './link-check.ts'
import { previewContent, previewSmsText } from './preview.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { previewPushContent } from './push-content.ts'
import { sendTestMail } from './test-send.ts'

const HOUR_SECONDS = 3600
const TEST_MAILS_PER_HOUR = 20
const LINK_CHECKS_PER_HOUR = 30
const EDITORS_PER_HOUR = 60

type WhatsappBody = z.infer<z.ZodMiniObject<typeof whatsappTemplateBody>>

/** How WhatsApp templates are written. */
interface WhatsappWrites {
  create: Command<WhatsappBody & { tags?: string[] | undefined }, { template_uuid: string }>
  update: Command<WhatsappBody & { template_uuid: string }, { template_uuid: string }>
  remove: Command<{ template_uuid: string }, void>
}

export function templateRoutes(http: Http, deps: Deps, whatsapp: WhatsappWrites): void {
  const { kysely } = deps.database

  pagedRoute(http, listTemplates, ({ caller, query: { type, ...query } }) => {
    if (type === 'Whatsapp') {
      requireLevel(caller, ACTIVITY.templateWhatsapp, LEVEL.read)
      return listRows(kysely, caller.applicationId, query)
    }
    requireLevel(caller, ACTIVITY.templateEmail, LEVEL.read)
    return templates.listTemplates(kysely, caller.applicationId, { ...query, type })
  })
  route(http, readTemplate, ({ caller, params }) => readAny(deps, caller, params.uuid.toLowerCase()))
  chosenCommandRoute(http, deps, createTemplate, async ({ body }, act) => {
    if (body.type !== 'Whatsapp') return act(commands.createTemplate, body)
    return saved(await act(whatsapp.create, body))
  })
  chosenCommandRoute(http, deps, updateTemplate, async ({ params, body }, act) => {
    const template_uuid = params.uuid.toLowerCase()
    if (body.type !== 'Whatsapp') return act(commands.updateTemplate, { template_uuid, ...body })
    return saved(await act(whatsapp.update, { template_uuid, ...body }))
  })
  chosenCommandRoute(http, deps, deleteTemplate, async ({ caller, query }, act) => {
    const template_uuid = query.template_uuid.toLowerCase()
    const ofWhatsapp = await readRow(kysely, caller.applicationId, template_uuid)
    return act(ofWhatsapp === undefined ? commands.deleteTemplate : whatsapp.remove, { template_uuid })
  })
  pagedRoute(http, listTemplateVersions, ({ caller, params, query }) =>
    templates.listVersions(kysely, caller.applicationId, params.uuid, query),
  )
  route(http, readTemplateVersion, ({ caller, params }) =>
    templates.readVersion(kysely, caller.applicationId, params.uuid, Number(params.version)),
  )
  commandRoute(http, deps, restoreTemplateVersion, commands.restoreTemplate, ({ params, body }) => ({
    template_uuid: params.uuid.toLowerCase(),
    version: body.version,
  }))
  renderRoutes(http, deps)
  editorRoutes(http, deps)
  blockRoutes(http, deps)

  /** WhatsApp has no version numbers. */
  function saved(outcome: Outcome<{ template_uuid: string }>) {
    if (outcome.isHeld) return outcome
    const { template_uuid } = outcome.result
    const result = { template_uuid, version: 1, updated_on: epochSeconds(deps.clock.now()), problems: [] }
    return { isHeld: false as const, result }
  }
}

function editorRoutes(http: Http, deps: Deps): void {
  const editors = createRateLimit(deps.database.pool, {
    name: 'editor-session',
    attempts: EDITORS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
  })
  route(http, openEditorSession, ({ caller }) => openEditor(deps, editors, caller))
}

/** Previews: on the screen and in an inbox. */
function renderRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  const testMails = createRateLimit(deps.database.pool, {
    name: 'test-mail',
    attempts: TEST_MAILS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
  })
  const linkChecks = createRateLimit(deps.database.pool, {
    name: 'link-check',
    attempts: LINK_CHECKS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
  })
  const outboundChecks = createOutboundChecks(deps.database.pool)
  route(http, checkTemplateLinks, async ({ caller, body }) => {
    await linkChecks.take(caller.accountId)
    return checkLinks(deps, outboundChecks, caller.applicationId, body.content)
  })
  route(http, previewTemplate, ({ caller, body }) => previewContent(deps, caller, body))
  route(http, previewPush, ({ caller, body }) => previewPushContent(deps, caller, body))
  route(http, previewSms, ({ caller, body }) => previewSmsText(deps, caller, body))
  route(http, sendTestEmail, async ({ caller, body }) => {
    const results = await sendTestMail(deps, testMails, caller, body)
    const object = { type: 'template', id: body.template_id ?? null, name: '' }
    const after = {
      receivers: results.map(({ receiver }) => receiver),
      accepted: results.filter(({ ok }) => ok).length,
    }
    await recordAudit(kysely, { ...byCaller(caller), action: 'template.test', object, after }, deps.clock.now())
    return results
  })
}

/** One of our templates or of WhatsApp's, if the caller may read it. Throws notFound. */
async function readAny(deps: Deps, caller: ApplicationCaller, templateId: string): Promise<Template> {
  const { applicationId } = caller
  const mayRead = (activity: ActivityId) => hasLevel(caller, activity, LEVEL.read)
  const own = mayRead(ACTIVITY.templateEmail) && (await templates.readTemplate(deps, applicationId, templateId))
  if (own) return own
  const kept = mayRead(ACTIVITY.templateWhatsapp) && (await readRow(deps.database.kysely, applicationId, templateId))
  if (kept) return kept
  throw new AppError('notFound')
}
