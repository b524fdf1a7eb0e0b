/** The composition root of the API and of background work: what there is, as a list. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { hookOf } from './channels/registry.ts'
import type { Config } from './config.ts'
import { pendingMigrations } from './db/migrate.ts'
import { deliveryJobs } from './engine/snapshot/prepare-run.ts'
import { createCallers } from './features/accounts/callers.ts'
import { accountJobs } from './features/accounts/jobs.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { authenticateAccessToken } from './features/api-keys/access-tokens.ts'
import { authenticateKey } from './features/api-keys/api-keys.ts'
import { keyCommands } from './features/api-keys/commands.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { assetRoutes } from './features/assets/routes.ts'
import { applicationJobs } from './features/applications/delete-application.ts'
import { applicationRoutes } from './features/applications/routes.ts'
import { brandRoutes } from './features/brand/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { type CommandRegistry, createCommandRegistry } from './features/approvals/approvals.ts'
import { approvalJobs } from './features/approvals/escalate.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { campaignCommands } from './features/campaigns/launch/commands.ts'
import { campaignRoutes } from './features/campaigns/routes.ts'
import { channelCommands } from './features/channel-settings/commands.ts'
import { providerEnvironment } from './features/channel-settings/provider-environment.ts'
import { channelSettingsRoutes } from './features/channel-settings/routes.ts'
import { bulkJobs } from './features/contacts/bulk/bulk.ts'
import { bulkCommands } from './features/contacts/bulk/commands.ts'
import { contactCommands } from './features/contacts/commands.ts'
import { programContactRoutes } from './features/contacts/programs/routes.ts'
import { audienceRoutes } from './features/contacts/routes.ts'
import { dashboardRoutes } from './features/dashboards/routes.ts'
import { applicationDashboardRoutes } from './features/dashboards/application/routes.ts'
import { summaryJobs } from './features/dashboards/summaries/summaries.ts'
import { deviceRoutes } from './features/devices/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import type { Reporting } from './features/hooks/hooks.ts'
import { hookRoutes } from './features/hooks/routes.ts'
import { importCommands } from './features/imports/commands.ts'
import { importJobs } from './features/imports/insert/insert.ts'
import { importRoutes } from './features/imports/routes.ts'
import { consentCommands } from './features/consent/commands.ts'
import { consentRoutes } from './features/consent/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { installationRoutes } from './features/installation/routes.ts'
import { recordCalls } from './features/logs/record-calls.ts'
import { logRoutes } from './features/logs/routes.ts'
import { memberJobs } from './features/members/invitation-mail.ts'
import { memberRoutes } from './features/members/routes.ts'
import { mergeFieldCommands } from './features/fields/commands.ts'
import { fieldSlotJobs } from './features/fields/fields.ts'
import { mergeFieldJobs } from './features/fields/move.ts'
import { mergeFieldRoutes } from './features/fields/routes.ts'
import { operatorJobs } from './features/operator/operator.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { organizationJobs } from './features/organizations/delete-organization.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { receiverRoutes } from './features/receivers/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { runRoutes } from './features/runs/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { segmentCommands } from './features/segments/commands.ts'
import { segmentJobs } from './features/segments/count.ts'
import { segmentRoutes } from './features/segments/routes.ts'
import { senderAuthenticationRoutes } from './features/sender-authentication/routes.ts'
import { suppressionCommands } from './features/suppressions/commands.ts'
import { suppressionRoutes } from './features/suppressions/routes.ts'
import { signUpFormCommands } from './features/sign-up-forms/commands.ts'
import { signUpJobs } from './features/sign-up-forms/mail.ts'
import { signUpFormRoutes } from './features/sign-up-forms/routes.ts'
import { sdkJobs } from './features/web-push/visitors/welcome.ts'
import { webPushCommands, webPushRoutes } from './features/web-push/web-push.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { supportJobs } from './features/support/hand-over.ts'
import { supportRoutes } from './features/support/routes.ts'
import { ssoRoutes } from './features/sso/routes.ts'
import { browserEndpoints } from './features/sso/sso.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { templateCommands } from './features/templates/commands.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { topicRoutes } from './features/topics/routes.ts'
import { trackingRoutes } from './features/tracking/routes.ts'
import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  updateWhatsappTemplate,
  whatsappTemplateCommands,
} from './features/whatsapp-templates/commands.ts'
import { viewRoutes } from './features/views/routes.ts'
import { whatsappJobs } from './features/whatsapp-templates/jobs.ts'
import { whatsappTemplateRoutes } from './features/whatsapp-templates/routes.ts'
import { hearReply, hearTemplateNews } from './features/whatsapp-templates/whatsapp-templates.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { webhookJobs } from './features/webhooks/turned-off-mail.ts'
import type { BodyLimits } from './http/body-limits.ts'
import type { Callers } from './http/caller.ts'
import { serveDashboard } from './http/dashboard.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import type { Deps } from './http/deps.ts'
import { GENERAL_LIMITS, type GeneralLimits } from './http/general-limits.ts'
import { metricsAccessOf, serveHealth, measureRequests } from './http/health.ts'
import { limitKeys } from './http/key-limits.ts'
import type { Http } from './http/route.ts'
import { createHttpServer } from './http/server.ts'
import type { JobHandlers } from './jobs/jobs.ts'

interface AppOptions {
  limits?: GeneralLimits
  bodies?: BodyLimits
  connections?: ConnectionLimits
  /** The built dashboard. */
  dashboardDir?: string
}

/** Every write that can be held for approval. */
export const COMMANDS: CommandRegistry = createCommandRegistry([
  ...templateCommands,
  ...whatsappTemplateCommands,
  ...contactCommands,
  ...bulkCommands,
  ...segmentCommands,
  ...mergeFieldCommands,
  ...importCommands,
  ...consentCommands,
  ...suppressionCommands,
  ...signUpFormCommands,
  ...channelCommands,
  ...webPushCommands,
  ...campaignCommands,
  ...keyCommands,
])

/** Who understands what providers report, and who listens to what people write. */
export function reportingOf(config: Config): Reporting {
  return { hookOf, onInbound: [hearReply], onNews: [hearTemplateNews], environment: providerEnvironment(config) }
}

/** What there is, as far as each feature needs nothing of another. */
const FEATURES: ((http: Http, deps: Deps) => void)[] = [
  installationRoutes,
  operatorRoutes,
  accountRoutes,
  ssoRoutes,
  organizationRoutes,
  memberRoutes,
  roleRoutes,
  auditRoutes,
  logRoutes,
  apiKeyRoutes,
  applicationRoutes,
  applicationDashboardRoutes,
  audienceRoutes,
  programContactRoutes,
  consentRoutes,
  suppressionRoutes,
  topicRoutes,
  searchRoutes,
  signUpFormRoutes,
  segmentRoutes,
  senderAuthenticationRoutes,
  mergeFieldRoutes,
  importRoutes,
  channelSettingsRoutes,
  webPushRoutes,
  assetRoutes,
  imageRoutes,
  brandRoutes,
  runRoutes,
  dashboardRoutes,
  trackingRoutes,
  deviceRoutes,
  eventRoutes,
  smsRoutes,
  receiverRoutes,
  supportRoutes,
  whatsappTemplateRoutes,
  campaignRoutes,
  tagRoutes,
  viewRoutes,
  webhookRoutes,
]

/** Everything that answers HTTP: the API with all features, health, and the dashboard. Listens nowhere yet. */
export async function createApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, log, metrics } = deps
  const app = await createHttpServer({
    log,
    trustedProxies: config.trustedProxies,
    connectOrigins: browserEndpoints(config),
    publicUrl: config.publicUrl,
    limits: options.limits ?? GENERAL_LIMITS,
    bodies: options.bodies,
    connections: options.connections,
  })
  measureRequests(app, metrics)
  serveHealth(app, { ready: () => isReady(deps), metrics, metricsAccess: metricsAccessOf(config) })

  const callers: Callers = {
    ...createCallers(deps),
    authenticateKey: (keyId, secret) => authenticateKey(deps, keyId, secret),
    authenticateAccessToken: token => authenticateAccessToken(deps, token),
  }
  const http: Http = { app, callers, limitKey: limitKeys(), publicUrl: config.publicUrl }
  recordCalls(app, deps)
  for (const addRoutes of FEATURES) addRoutes(http, deps)
  hookRoutes(http, deps, reportingOf(config))
  templateRoutes(http, deps, {
    create: createWhatsappTemplate,
    update: updateWhatsappTemplate,
    remove: deleteWhatsappTemplate,
  })
  approvalRoutes(http, deps, COMMANDS)

  await serveDashboard(app, options.dashboardDir ?? fileURLToPath(new URL('../../web/dist', import.meta.url)))
  return app
}

/** Handlers of all background jobs, by name. */
export function jobHandlers(deps: Deps): JobHandlers {
  return {
    ...accountJobs(deps),
    ...approvalJobs(deps),
    ...applicationJobs(deps),
    ...organizationJobs(deps),
    ...memberJobs(deps),
    ...importJobs(deps),
    ...fieldSlotJobs(deps),
    ...bulkJobs(deps),
    ...mergeFieldJobs(deps),
    ...segmentJobs(deps),
    ...sdkJobs(deps),
    ...signUpJobs(deps),
    ...supportJobs(deps),
    ...deliveryJobs(deps),
    ...operatorJobs(deps),
    ...whatsappJobs(deps),
    ...summaryJobs(deps),
    ...webhookJobs(deps),
  }
}

async function isReady({ database }: Deps): Promise<void> {
  const pending = await pendingMigrations(database.pool)
  if (pending.length > 0) throw new Error(`these migrations have not run: ${pending.join(', ')}`)
}
