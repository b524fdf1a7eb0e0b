import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  readWhatsappSync,
  readWhatsappTemplate,
  syncWhatsappTemplates,
  uploadWhatsappMedia,
  uploadWhatsappSample,
} from '@notifly/contracts/whatsapp-templates'
import type { Deps } from '../../http/deps.ts'
import { pagedRoute, route, type Http } from '../../http/route.ts'
import { commandRoute } from '../approvals/approvals.ts'
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
  commandRoute(http, deps, deleteWhatsappTemplate, commands.deleteWhatsappTemplate, ({ query }) => ({
    template_uuid: query.template_uuid.toLowerCase(),
  }))
  route(http, uploadWhatsappSample, ({ caller, query, request }) =>
    takeSample(deps, caller.applicationId, request, query.kind),
  )
  route(http, uploadWhatsappMedia, ({ caller, query, request }) =>
    takeMedia(deps, caller.applicationId, request, query.kind),
  )
}
