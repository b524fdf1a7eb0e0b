import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  readWhatsappSync,
  readWhatsappTemplate,
  syncWhatsappTemplates,
  updateWhatsappTemplate,
  uploadWhatsappMedia,
  uploadWhatsappSample,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, type Http } from '../../http/route.ts'
import { commandRoute } from '../approvals/approvals.ts'
import { byCaller, recordAudit } from '../audit/audit.ts'
import * as commands from './commands.ts'
import { takeMedia, takeSample } from './media.ts'
import { readSync, syncNow } from './sync.ts'
import * as templates from './whatsapp-templates.ts'

export function whatsappTemplateRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database

  pagedRoute(http, listWhatsappTemplates, ({ caller, query }) =>
    templates.listTemplates(kysely, caller.applicationId, query),
  )
  route(http, readWhatsappSync, ({ caller }) => readSync(deps, caller.applicationId))
  route(http, syncWhatsappTemplates, ({ caller }) => syncNow(deps, caller.applicationId))
  route(http, readWhatsappTemplate, ({ caller, params }) =>
    templates.readTemplate(kysely, caller.applicationId, params.uuid.toLowerCase()),
  )
  commandRoute(http, deps, createWhatsappTemplate, commands.createWhatsappTemplate, ({ body }) => body)
  commandRoute(http, deps, updateWhatsappTemplate, commands.updateWhatsappTemplate, ({ params, body }) => ({
    template_uuid: params.uuid.toLowerCase(),
    ...body,
  }))
  commandRoute(http, deps, deleteWhatsappTemplate, commands.deleteWhatsappTemplate, ({ query }) => ({
    template_uuid: query.template_uuid.toLowerCase(),
  }))
  route(http, uploadWhatsappSample, async ({ caller, query, request }) => {
    const { handle, name } = await takeSample(deps, caller.applicationId, request, query.kind)
    await recordUpload(deps, caller, name)
    return { handle }
  })
  route(http, uploadWhatsappMedia, async ({ caller, query, request }) => {
    const media = await takeMedia(deps, caller.applicationId, request, query.kind)
    await recordUpload(deps, caller, media.filename)
    return media
  })
}

async function recordUpload({ database, clock }: Deps, caller: ApplicationCaller, name: string): Promise<void> {
  const object = { type: 'file', id: null, name }
  const entry = { ...byCaller(caller), action: 'file.upload', object, after: { channel: 'whatsapp' } } as const
  await recordAudit(database.kysely, entry, clock.now())
}
