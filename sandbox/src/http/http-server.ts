import { fastify, type FastifyError, type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SandboxContext } from '../sandbox-context.ts'
import { refuse, refuseInvalid } from './answers.ts'
import { addAssetRoutes } from './asset-routes.ts'
import { addChangeStream } from './change-stream.ts'
import { addFaultRoutes } from './fault-routes.ts'
import { addGuard } from './guard.ts'
import { addMessageRoutes } from './message-routes.ts'
import { addPageRoutes } from './page-routes.ts'
import { addPhoneRoutes } from './phone-routes.ts'
import { addSsoRoutes } from './sso-routes.ts'
import { addBeefree } from '../providers/beefree/beefree.ts'
import { addHubspot } from '../providers/hubspot/hubspot.ts'
import { addDns } from '../providers/dns/routes.ts'
import type { Zones } from '../providers/dns/zones.ts'
import { addSms } from '../providers/sms/sms.ts'
import { addRazorpay } from '../providers/razorpay/razorpay.ts'
import { addMobilePush } from '../providers/mobilepush/mobilepush.ts'
import { addSes } from '../providers/ses/ses.ts'
import type { Reactions } from '../providers/smtp/reactions.ts'
import { addWebhooks } from '../providers/webhooks/webhooks.ts'
import { addWebPush } from '../providers/webpush/webpush.ts'
import { addWhatsapp } from '../providers/whatsapp/whatsapp.ts'

export interface HttpServerOptions extends SandboxContext {
  allowedHosts: readonly string[]
  /** Address of the SMTP server, shown on the page. */
  smtpAddress: string
  zones: Zones
  /** Address of the resolver, shown on the page. */
  dnsAddress: string
  /** Whether late bounces and complaints can be sent; shown on the page. */
  canReport: boolean
  /** Simulates the readers of mails. */
  readers: Reactions
}

/** Creates the server with its pages and API, without listening. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 << 10 })
  addGuard(app, options.allowedHosts)
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this address'))
  app.setErrorHandler<FastifyError | z.ZodError>((error, _request, reply) => {
    if (error instanceof z.ZodError) return refuseInvalid(reply, error)
    const status = error.statusCode ?? 500
    if (status < 500) return refuse(reply, status, error.message)
    options.onError(error)
    return refuse(reply, 500, 'The sandbox could not do this; its log says why')
  })
  addMessageRoutes(app, options.store)
  addFaultRoutes(app, options.panel)
  await addSsoRoutes(app, options.panel, options.dataDir)
  const whatsapp = await addWhatsapp(app, options)
  const webhooks = await addWebhooks(app, options)
  const razorpay = await addRazorpay(app, options)
  const hubspot = await addHubspot(app, options)
  addChangeStream(app, options.store, [webhooks.received, razorpay.state, hubspot])
  addPageRoutes(app, { ...options, whatsapp, webhooks, razorpay, hubspot })
  await addSes(app, options)
  await addBeefree(app)
  await addDns(app, options)
  await addWebPush(app, options)
  const doneWith = await addMobilePush(app, options)
  const { lines, accounts } = await addSms(app, options)
  lines.set('whatsapp', whatsapp.line)
  addPhoneRoutes(app, {
    ...options,
    lines,
    accounts,
    doneWith,
    hasWebhook: number => whatsapp.state.webhookOf(number) !== undefined,
  })
  await addAssetRoutes(app)
  return app
}
