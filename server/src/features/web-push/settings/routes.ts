import { readPrompts as readPromptsCall, savePrompts as savePromptsCall } from '@notifly/contracts/web-push/prompts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as calls from '@notifly/contracts/web-push/web-push'
import { attachment } from '../../../http/attachment.ts'
import type { Deps } from '../../../http/deps.ts'
import { rawRoute, route, type Http } from '../../../http/route.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { createAddressCheck } from '../../../lib/network/net-guard.ts'
import { createOutboundChecks } from '../../../lib/network/outbound-checks.ts'
import { commandRoute } from '../../approvals/approvals.ts'
import { byCaller, recordAudit } from '../../audit/audit.ts'
import { createSiteSettings, deleteSiteSettings, updatePrompts, updateSiteSettings } from './commands.ts'
import { checkWorker, snippetText, workerText, workerZip } from './installation.ts'
import { readPrompts } from './prompts.ts'
import { readSite, siteOf } from './sites.ts'
import type { StoredSite } from './stored.ts'

export function siteRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  route(http, calls.readSite, ({ caller }) => readSite(deps, kysely, caller.applicationId))
  commandRoute(http, deps, calls.createSite, createSiteSettings, ({ body }) => body)
  commandRoute(http, deps, calls.updateSite, updateSiteSettings, ({ body }) => body)
  commandRoute(http, deps, calls.deleteSite, deleteSiteSettings, () => ({}))

  route(http, readPromptsCall, ({ caller, query }) => {
    demandOwn(caller.applicationId, query.application_uuid)
    return readPrompts(kysely, caller.applicationId)
  })
  commandRoute(http, deps, savePromptsCall, updatePrompts, ({ caller, body }) => {
    demandOwn(caller.applicationId, body.application_uuid ?? body.slug)
    return { prompt_preferences: body.prompt_preferences }
  })
  installationRoutes(http, deps)
}

function installationRoutes(http: Http, deps: Deps): void {
  const { publicUrl, allowPrivateTargets } = deps.config
  const isAllowed = createAddressCheck({ allowPrivate: allowPrivateTargets })
  const required = async (applicationId: string): Promise<StoredSite> => {
    const site = await siteOf(deps, applicationId)
    if (site === null) throw new AppError('notFound', sentence('safari.first'))
    return site
  }
  route(http, calls.readInstallation, async ({ caller: { applicationId } }) => {
    const { worker_path: path, worker_scope: scope } = await required(applicationId)
    return {
      snippet: snippetText(publicUrl, applicationId),
      worker: { path, scope, content: workerText(publicUrl, applicationId) },
    }
  })
  rawRoute(http, calls.downloadWorker, async ({ caller: { applicationId }, reply }) => {
    const { worker_path: path } = await required(applicationId)
    return reply
      .header('Content-Type', 'application/zip')
      .header('Content-Disposition', attachment('notifly-worker.zip'))
      .send(workerZip(publicUrl, applicationId, path))
  })
  const checks = createOutboundChecks(deps.database.pool)
  route(http, calls.checkWorker, async ({ caller: { applicationId } }) => {
    const site = await required(applicationId)
    return checks.run(applicationId, () => checkWorker(site, { publicUrl, applicationId, isAllowed }))
  })
  route(http, calls.revealIdentityKey, async ({ caller }) => {
    const { identity_key, site_name } = await required(caller.applicationId)
    const object = { type: 'channel', id: 'webpush', name: site_name }
    await recordAudit(deps.database.kysely, { ...byCaller(caller), action: 'site.reveal', object }, deps.clock.now())
    return { identity_key }
  })
}

/** The token determines the application; naming another one is a mistake of the caller. */
function demandOwn(applicationId: string, named: string | undefined): void {
  if (named !== undefined && named.toLowerCase() !== applicationId) {
    throw invalidField('application_uuid', sentence('errors.otherApplication'))
  }
}
