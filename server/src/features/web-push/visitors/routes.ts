/** Public calls of sites and apps. Only a site's own pages can read the responses to its calls. */
import { readFile } from 'node:fs/promises'
import * as calls from '@notifly/contracts/web-push/visitors'
import { isUuid } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import { rawRoute, route, type Http } from '../../../http/route.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readDelivery } from '../../../lib/delivery-token.ts'
import { createRateLimit, networkOf } from '../../../lib/rate-limit.ts'
import { siteOf } from '../settings/sites.ts'
import type { StoredSite } from '../settings/stored.ts'
import { allowSite, createNewVisitorLimit, demandSite } from './admission.ts'
import { startPushEvents } from './push-events.ts'
import { createTracking } from './track.ts'
import { startVisits } from './visits.ts'
import { configOf, identify, subscribe, unsubscribe } from './sdk.ts'

/** Limit of button names of one message that an app reports: it chooses them freely, and each name is stored. */
const ACTION_RULE = { name: 'sdk-action', attempts: 20, perSeconds: 86_400, waitSeconds: 86_400 }

/** Enough for all customers of a carrier that share an address. */
const SUBSCRIBE_RULE = { name: 'sdk-subscribe', attempts: 1000, perSeconds: 3600, waitSeconds: 600 }

export function sdkRoutes(http: Http, deps: Deps): void {
  fileRoutes(http, deps)
  const limit = createRateLimit(deps.database.pool, SUBSCRIBE_RULE)
  const newcomers = createNewVisitorLimit(deps.database.pool)
  const visits = startVisits(deps)
  http.app.addHook('onClose', () => visits.stop())

  /** The site whose page calls. Throws notFound, or forbidden for a page of another. */
  const callingSite = async (appId: string, request: FastifyRequest, reply: FastifyReply): Promise<StoredSite> => {
    const site = await siteNamed(deps, appId)
    allowSite(reply, request, site.site_url)
    demandSite(request, site.site_url)
    // In one spelling: an id in other letters would have attempts of its own.
    await limit.take(`${appId.toLowerCase()} ${networkOf(request.ip)}`)
    return site
  }

  route(http, calls.readSdkConfig, async ({ params: { app_id: appId }, query: { device }, request, reply }) => {
    const site = await siteNamed(deps, appId)
    allowSite(reply, request, site.site_url)
    reply.header('Cache-Control', 'no-cache')
    const applicationId = appId.toLowerCase()
    const deviceId = device !== undefined && isUuid(device) ? device.toLowerCase() : undefined
    if (deviceId !== undefined) visits.note({ applicationId, deviceId })
    return configOf(deps, applicationId, site, deviceId)
  })
  route(http, calls.subscribeBrowser, async ({ body: { app_id: appId, ...body }, request, reply }) => {
    await callingSite(appId, request, reply)
    const applicationId = appId.toLowerCase()
    const admit = () => newcomers(applicationId, request.ip)
    return subscribe(deps, applicationId, { ...body, admit, userAgent: request.headers['user-agent'] ?? '' })
  })
  route(http, calls.unsubscribeBrowser, async ({ body, request, reply }) => {
    await callingSite(body.app_id, request, reply)
    await unsubscribe(deps, body.app_id.toLowerCase(), body.endpoint)
  })
  route(http, calls.identifyBrowser, async ({ body: { app_id: appId, ...identity }, request, reply }) => {
    const site = await callingSite(appId, request, reply)
    await identify(deps, appId.toLowerCase(), site, identity)
  })
  const track = createTracking(deps)
  route(http, calls.trackVisitor, async ({ body: { app_id: appId, ...told }, request, reply }) => {
    const site = await callingSite(appId, request, reply)
    await track(site, { ...told, applicationId: appId.toLowerCase(), address: request.ip })
  })
  eventRoute(http, deps)
}

function eventRoute(http: Http, deps: Deps): void {
  const events = startPushEvents(deps)
  const actions = createRateLimit(deps.database.pool, ACTION_RULE)
  http.app.addHook('onClose', () => events.stop())
  route(http, calls.reportPushEvent, async ({ body: { token, event, action }, request, reply }) => {
    const ref = readDelivery(deps.secrets, token)
    if (ref === null) throw new AppError('notFound')
    // Apps are no pages and say nothing; a page has to be the site's.
    if (request.headers.origin !== undefined) {
      const site = await siteNamed(deps, ref.applicationId)
      allowSite(reply, request, site.site_url)
      demandSite(request, site.site_url)
    }
    if (event === 'action') await actions.take(`${ref.runId} ${ref.seq}`)
    await events.record(request, ref, event, action)
  })
}

function fileRoutes(http: Http, deps: Deps): void {
  const send = (reply: FastifyReply, text: string) =>
    reply
      .header('Content-Type', 'text/javascript; charset=utf-8')
      .header('Cache-Control', 'public, max-age=300')
      .send(text)
  rawRoute(http, calls.readSdkScript, async ({ reply }) => send(reply, await sdkFile('notifly.js')))
  rawRoute(http, calls.readSdkWorker, async ({ query, reply }) => {
    const appId = query.app !== undefined && isUuid(query.app) ? query.app : ''
    const text = await sdkFile('worker.js')
    return send(reply, text.replace('__NOTIFLY_BASE__', deps.config.publicUrl).replace('__NOTIFLY_APP__', appId))
  })
}

async function siteNamed(deps: Deps, appId: string): Promise<StoredSite> {
  const site = isUuid(appId) ? await siteOf(deps, appId) : null
  if (site === null) throw new AppError('notFound', sentence('sdk.noSite'))
  return site
}

/** The files that sites load, as scripts/site-sdk.ts built them. */
const DIRECTORY = new URL('../../../../../site-sdk/dist/', import.meta.url)

const read = new Map<string, Promise<string>>()

/** Throws unavailable if nothing is built; `npm start` builds it. */
async function sdkFile(name: 'notifly.js' | 'worker.js'): Promise<string> {
  const known = read.get(name)
  if (known !== undefined) return known
  const file = readFile(new URL(name, DIRECTORY), 'utf8')
  read.set(name, file)
  file.catch(() => read.delete(name))
  try {
    return await file
  } catch (error) {
    throw new AppError('unavailable', { cause: error })
  }
}
