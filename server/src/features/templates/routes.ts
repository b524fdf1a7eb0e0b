import {
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
  updateTemplate,
} from '@notifly/contracts/templates'
import { previewSms } from '@notifly/contracts/sms'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, type Http } from '../../http/route.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { commandRoute } from '../approvals/approvals.ts'
import * as commands from './commands.ts'
import { previewContent } from './preview.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import { previewPushContent } from './push-content.ts'
import { previewSmsText } from './sms-preview.ts'
import * as templates from './templates.ts'
import { sendTestMail } from './test-send.ts'

const HOUR_SECONDS = 3600
const TEST_MAILS_PER_HOUR = 20

export function templateRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  const testMails = createRateLimit(deps.database.pool, {
    name: 'test-mail',
    attempts: TEST_MAILS_PER_HOUR,
    perSeconds: HOUR_SECONDS,
    waitSeconds: HOUR_SECONDS / 4,
  })

  pagedRoute(http, listTemplates, ({ caller, query }) => templates.listTemplates(kysely, caller.applicationId, query))
  route(http, readTemplate, ({ caller, params }) => templates.readTemplate(kysely, caller.applicationId, params.uuid))
  commandRoute(http, deps, createTemplate, commands.createTemplate, ({ body }) => body)
  commandRoute(http, deps, updateTemplate, commands.updateTemplate, ({ params, body }) => ({
    template_uuid: params.uuid.toLowerCase(),
    ...body,
  }))
  commandRoute(http, deps, deleteTemplate, commands.deleteTemplate, ({ query }) => ({
    template_uuid: query.template_uuid.toLowerCase(),
  }))
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
  route(http, previewTemplate, ({ caller, body }) => previewContent(deps, caller.applicationId, body))
  route(http, previewPush, ({ caller, body }) => previewPushContent(deps, caller.applicationId, body))
  route(http, previewSms, ({ caller, body }) => previewSmsText(deps, caller.applicationId, body))
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
