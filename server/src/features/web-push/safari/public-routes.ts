/**
 * The calls that Safari makes, with the paths and format that Apple defined ("Configuring Safari Push Notifications"), and the one with
 * which the page reports the same.
 */
import { isUuid } from '@notifly/contracts/fields'
import type { PromptType } from '@notifly/contracts/web-push/prompts'
import * as calls from '@notifly/contracts/web-push/safari'
import { safariToken } from '@notifly/contracts/web-push/safari'
import type { FastifyRequest } from 'fastify'
import { readDirectTarget } from '../../../channels/webpush/safari-settings.ts'
import type { Deps } from '../../../http/deps.ts'
import { rawRoute, route, type Http } from '../../../http/route.ts'
import { AppError } from '../../../lib/app-error.ts'
import { readClick } from '../../../lib/delivery-token.ts'
import { createRateLimit, networkOf } from '../../../lib/rate-limit.ts'
import { findDevice, retire } from '../../../people/devices/devices.ts'
import { allowSite, createNewVisitorLimit, demandSite } from '../visitors/admission.ts'
import { storeBrowser } from '../visitors/sdk.ts'
import { siteOf } from '../settings/sites.ts'
import type { StoredSite } from '../settings/stored.ts'
import { createPackages } from './packages.ts'
import { readVisitor, type SafariVisitor, signVisitor } from './visitor-token.ts'

/** Enough for all customers of a carrier that share an address. */
const SAFARI_RULE = { name: 'safari', attempts: 1000, perSeconds: 3600, waitSeconds: 600 }
/** Safari logs only if a package is faulty. */
const LOG_RULE = { name: 'safari-log', attempts: 30, perSeconds: 3600, waitSeconds: 600 }
const LOG_LINES = 10
const LOG_LETTERS = 300

export function safariPublicRoutes(http: Http, deps: Deps): void {
  packageRoute(http, deps)
  registrationRoutes(http, deps)
  pageRoute(http, deps)
  openRoute(http, deps)
  const limit = createRateLimit(deps.database.pool, LOG_RULE)
  route(http, calls.logOfSafari, async ({ body: { logs }, request }) => {
    await limit.take(networkOf(request.ip))
    // Safari sends texts; what else is there was made up.
    const texts = logs.filter(line => typeof line === 'string')
    const lines = texts.slice(0, LOG_LINES).map(line => line.slice(0, LOG_LETTERS))
    request.log.warn({ lines }, 'Safari finds fault with a push package')
  })
}

function packageRoute(http: Http, deps: Deps): void {
  const packages = createPackages(deps)
  const limit = createRateLimit(deps.database.pool, SAFARI_RULE)
  rawRoute(http, calls.fetchPushPackage, async ({ params, body, request, reply }) => {
    const { app_id, visitor, language, timezone } = body
    const applicationId = app_id.toLowerCase()
    await limit.take(`${applicationId} ${networkOf(request.ip)}`)
    const site = await safariSite(deps, applicationId, params.website_push_id)
    const token = signVisitor(deps.secrets, { applicationId, visitor: visitor.toLowerCase(), language, timezone })
    const file = site === null ? null : await packages.of(site, token)
    if (file === null) throw new AppError('notFound')
    return reply.header('Content-Type', 'application/zip').header('Cache-Control', 'no-store').send(file)
  })
}

interface Registration {
  params: { device_token: string; website_push_id: string }
  request: FastifyRequest
}

function registrationRoutes(http: Http, deps: Deps): void {
  /** Whose browser calls. Throws unauthorized for a word that is not ours or not for this site, notFound for a site that asks no Safari. */
  const caller = async ({ params, request }: Registration): Promise<SafariVisitor & { endpoint: string }> => {
    const token = /^ApplePushNotifications (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const visitor = token === undefined ? null : readVisitor(deps.secrets, token)
    if (visitor === null) throw refuse(request, 'the token of a push package is missing or not ours')
    const site = await safariSite(deps, visitor.applicationId, params.website_push_id)
    if (site === null) throw refuse(request, 'the token of a push package is not for this site', visitor.applicationId)
    const endpoint = safariToken.safeParse(params.device_token)
    if (!endpoint.success) throw new AppError('notFound')
    return { ...visitor, endpoint: endpoint.data.toLowerCase() }
  }
  const limit = createRateLimit(deps.database.pool, SAFARI_RULE)
  const newcomers = createNewVisitorLimit(deps.database.pool)

  route(http, calls.registerSafari, async ({ params, request }) => {
    const { applicationId, endpoint, ...visitor } = await caller({ params, request })
    await limit.take(`${applicationId} ${networkOf(request.ip)}`)
    const admit = () => newcomers(applicationId, request.ip)
    await storeSafari(deps, applicationId, endpoint, {
      ...visitor,
      admit,
      userAgent: request.headers['user-agent'] ?? '',
    })
  })
  route(http, calls.forgetSafari, async ({ params, request }) => {
    const { applicationId, endpoint, visitor } = await caller({ params, request })
    const key = { applicationId, channel: 'webpush' } as const
    await deps.database.kysely.transaction().execute(async tx => {
      const device = await findDevice(tx, key, endpoint)
      // A visitor who has learnt another browser's name cannot end its subscription.
      if (device !== null && device.about['visitor'] !== visitor) {
        throw refuse(request, 'the token of a push package is that of another visitor', applicationId)
      }
      await retire(tx, key, endpoint, 'unsubscribed', deps.clock.now())
    })
  })
}

/** The page reports once a day what Safari reports: this restores subscriptions that were lost, or given up too early. */
function pageRoute(http: Http, deps: Deps): void {
  const limit = createRateLimit(deps.database.pool, SAFARI_RULE)
  const newcomers = createNewVisitorLimit(deps.database.pool)
  route(http, calls.subscribeSafari, async ({ body, request, reply }) => {
    const { app_id, device_token: token, visitor, language, timezone, previous, prompt } = body
    const applicationId = app_id.toLowerCase()
    const site = await siteOf(deps, applicationId)
    if (site?.safari === undefined || site.platform !== 1) throw new AppError('notFound')
    allowSite(reply, request, site.site_url)
    demandSite(request, site.site_url)
    await limit.take(`${applicationId} ${networkOf(request.ip)}`)
    const userAgent = request.headers['user-agent'] ?? ''
    const admit = () => newcomers(applicationId, request.ip)
    const told = {
      visitor: visitor.toLowerCase(),
      language,
      timezone,
      previous: previous?.toLowerCase(),
      prompt,
      userAgent,
    }
    return storeSafari(deps, applicationId, token.toLowerCase(), { ...told, admit })
  })
}

interface Told {
  visitor: string
  language: string | undefined
  timezone: string | undefined
  previous?: string | undefined
  prompt?: PromptType | undefined
  userAgent: string
  admit: () => Promise<void>
}

function storeSafari(deps: Deps, applicationId: string, endpoint: string, { visitor, userAgent, ...arrival }: Told) {
  const { language } = arrival
  const about = { visitor, user_agent: userAgent.slice(0, 300), ...(language !== undefined && { language }) }
  return storeBrowser(deps, applicationId, { platform: 'safari', endpoint, keys: null, about }, arrival)
}

/** A tracked link is handled like all of them; an address of the site's own is signed. */
function openRoute(http: Http, deps: Deps): void {
  rawRoute(http, calls.openFromSafari, async ({ params: { target }, reply }) => {
    if (readClick(deps.secrets, target) !== null) return reply.redirect(`/t/c/${target}`, 302)
    const direct = readDirectTarget(target)
    const site = direct === null ? null : await siteOf(deps, direct.applicationId)
    const url = site === null ? null : (direct?.isOf(site.vapid_private_key) ?? null)
    if (url === null) throw new AppError('notFound')
    return reply.redirect(url, 302)
  })
}

/** The site of an application that uses Safari 7 to 15 with this id; null for any other. */
async function safariSite(deps: Deps, applicationId: string, websitePushId: string): Promise<StoredSite | null> {
  const site = isUuid(applicationId) ? await siteOf(deps, applicationId) : null
  return site?.platform === 1 && site.safari?.webpush_id === websitePushId ? site : null
}

function refuse(request: FastifyRequest, reason: string, applicationId?: string): AppError {
  request.log.warn({ reason, applicationId }, 'a call of Safari was refused')
  return new AppError('unauthorized')
}
