/** The composition root of the API: what there is, as a list. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { COMMANDS, reportingOf } from './background.ts'
import { pendingMigrations } from './db/migrate.ts'
import { createCallers } from './features/accounts/callers.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { authenticateAccessToken } from './features/api-keys/access-tokens.ts'
import { Keys } from './features/api-keys/api-keys.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { assetRoutes } from './features/assets/routes.ts'
import { applicationRoutes } from './features/applications/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { brandRoutes } from './features/brand/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { campaignRoutes } from './features/campaigns/routes.ts'
import { channelSettingsRoutes } from './features/channel-settings/routes.ts'
import { programContactRoutes } from './features/contacts/programs/routes.ts'
import { audienceRoutes } from './features/contacts/routes.ts'
import { dashboardRoutes } from './features/dashboards/routes.ts'
import { applicationDashboardRoutes } from './features/dashboards/application/routes.ts'
import { deviceRoutes } from './features/devices/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { hookRoutes } from './features/hooks/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { consentRoutes } from './features/consent/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { recordCalls } from './features/logs/record-calls.ts'
import { logRoutes } from './features/logs/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { mergeFieldRoutes } from './features/fields/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { receiverRoutes } from './features/receivers/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { runRoutes } from './features/runs/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { segmentRoutes } from './features/segments/routes.ts'
import { senderAuthenticationRoutes } from './features/channel-settings/authentication/routes.ts'
import { suppressionRoutes } from './features/suppressions/routes.ts'
import { signUpFormRoutes } from './features/sign-up-forms/routes.ts'
import { webPushRoutes } from './features/web-push/web-push.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { supportRoutes } from './features/support/routes.ts'
import { ssoRoutes } from './features/sso/routes.ts'
import { browserEndpoints } from './features/sso/sso.ts'
import { tagRoutes } from './features/tags/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { topicRoutes } from './features/topics/routes.ts'
import { trackingRoutes } from './features/tracking/routes.ts'
import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  updateWhatsappTemplate,
} from './features/whatsapp-templates/commands.ts'
import { usageRoutes } from './features/usage/routes.ts'
import { viewRoutes } from './features/views/routes.ts'
import { whatsappTemplateRoutes } from './features/whatsapp-templates/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { BodyLimits } from './http/limits/body-limits.ts'
import type { Callers } from './http/caller.ts'
import { serveDashboard } from './http/dashboard.ts'
import type { ConnectionLimits } from './http/limits/connection-limits.ts'
import type { Deps } from './http/deps.ts'
import { GENERAL_LIMITS, type GeneralLimits } from './http/limits/general-limits.ts'
import { metricsAccessOf, serveHealth, measureRequests } from './http/health.ts'
import { limitKeys } from './http/limits/key-limits.ts'
import type { Http } from './http/route.ts'
import { createHttpServer } from './http/server.ts'
import { openProvider } from './lib/payments/registry.ts'

interface AppOptions {
  limits?: GeneralLimits
  bodies?: BodyLimits
  connections?: ConnectionLimits
  /** The built dashboard. */
  dashboardDir?: string
  /** Aborted once the process is to stop: it goes on answering, but is not ready any more. */
  stopping?: AbortSignal
}

/** What there is, as far as each feature needs nothing of another. */
const FEATURES: ((http: Http, deps: Deps) => void)[] = [
  operatorRoutes,
  accountRoutes,
  alertRoutes,
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
  billingRoutes,
  runRoutes,
  dashboardRoutes,
  trackingRoutes,
  deviceRoutes,
  eventRoutes,
  messageRoutes,
  smsRoutes,
  receiverRoutes,
  supportRoutes,
  contentRoutes,
  whatsappTemplateRoutes,
  campaignRoutes,
  tagRoutes,
  viewRoutes,
  webhookRoutes,
  usageRoutes,
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
  serveHealth(app, { ready: () => isReady(deps, options.stopping), metrics, metricsAccess: metricsAccessOf(config) })

  const keys = new Keys(deps)
  const callers: Callers = {
    ...createCallers(deps),
    authenticateKey: (keyId, secret) => keys.authenticate(keyId, secret),
    authenticateAccessToken: token => authenticateAccessToken(deps, keys, token),
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

  const dashboardDir = options.dashboardDir ?? fileURLToPath(new URL('../../web/dist', import.meta.url))
  await serveDashboard(app, dashboardDir, {
    editorUrl: config.beefree?.pluginUrl,
    checkout: config.billing ? openProvider(config.billing).checkout : undefined,
  })
  return app
}

async function isReady({ database }: Deps, stopping: AbortSignal | undefined): Promise<void> {
  if (stopping?.aborted) throw new Error('the process is stopping')
  const pending = await pendingMigrations(database.pool)
  if (pending.length > 0) throw new Error(`these migrations have not run: ${pending.join(', ')}`)
}
