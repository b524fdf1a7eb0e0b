/** Public routes of messages: pixel, links, preference page. They respond usefully to any token. */
import {
  changePreferences,
  followLink,
  followShortLink,
  openPixel,
  readFont,
  readInBrowser,
  readPreferences,
} from '@notifly/contracts/tracking/tracking'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../http/deps.ts'
import { fontNamed, sendPublicPage, sendTenantPage, withoutCaching } from '../../http/public-page.ts'
import { rawRoute, type Http } from '../../http/route.ts'
import { chooseLocale } from '../../lib/choose-locale.ts'
import { type DeliveryRef, readClick, readDelivery, TRAP_LINK_NO } from '../../lib/delivery-token.ts'
import { createRateLimit } from '../../lib/rate-limit.ts'
import { startHits } from './hits.ts'
import { createLinks, createShortLinks } from './links.ts'
import { readMailPage } from './in-browser.ts'
import { expiredPage, gonePage, type PreferencePage, preferencePage, unknownPage } from './page.ts'
import {
  type AdmitReturn,
  chooseTopics,
  leaveByOneClick,
  readSubscription,
  resubscribe,
  type Subscription,
  unsubscribe,
} from './preferences.ts'

interface Click {
  ref: DeliveryRef
  linkNo: number
}

/** How often a recipient may subscribe again on one message's page. */
export const RETURN_RULE = { name: 'preferences-return', attempts: 30, perSeconds: 3600, waitSeconds: 600 }

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export function trackingRoutes(http: Http, deps: Deps): void {
  const hits = startHits(deps)
  http.app.addHook('onClose', () => hits.stop())
  const resolveLink = createLinks(deps.database.kysely)
  const readShort = createShortLinks(deps)

  const follow = async (request: FastifyRequest, reply: FastifyReply, { ref, linkNo }: Click) => {
    const url = await resolveLink(ref, linkNo)
    if (url === null) return sendUnknown(request, reply)
    await hits.record(request, ref, linkNo)
    return withoutCaching(reply).redirect(url, 302)
  }

  rawRoute(http, openPixel, async ({ params, request, reply }) => {
    const ref = readDelivery(deps.secrets, params.token)
    if (ref !== null) await hits.record(request, ref, null)
    // Also for tokens that are not ours: a broken picture in a mail has no use.
    return withoutCaching(reply).header('Content-Type', 'image/gif').send(PIXEL)
  })

  rawRoute(http, followLink, async ({ params, request, reply }) => {
    const click = readClick(deps.secrets, params.token)
    if (click === null) return sendUnknown(request, reply)
    const { ref, linkNo } = click
    if (linkNo === TRAP_LINK_NO) {
      await hits.record(request, ref, linkNo)
      return withoutCaching(reply).status(204).send()
    }
    return follow(request, reply, click)
  })

  rawRoute(http, followShortLink, async ({ params, request, reply }) => {
    const named = await readShort(params.token)
    if (named === null) return sendUnknown(request, reply)
    return 'url' in named ? withoutCaching(reply).redirect(named.url, 302) : follow(request, reply, named)
  })

  browserRoutes(http, deps)
  preferenceRoutes(http, deps)
}

/** Limit of views of one mail in the browser: each costs as much as a preview. */
export const VIEW_RULE = { name: 'view-in-browser', attempts: 60, perSeconds: 3600, waitSeconds: 600 }

function browserRoutes(http: Http, deps: Deps): void {
  const views = createRateLimit(deps.database.pool, VIEW_RULE)
  rawRoute(http, readInBrowser, async ({ params: { token }, request, reply }) => {
    const ref = readDelivery(deps.secrets, token)
    if (ref === null) return sendUnknown(request, reply)
    await views.take(`${ref.runId} ${ref.seq}`)
    const html = await readMailPage(deps, token, ref)
    if (html === 'gone') return sendGone(request, reply)
    return html === null ? sendPage(reply, 410, expiredPage(localeOf(request))) : sendTenantPage(reply, html)
  })
}

function preferenceRoutes(http: Http, deps: Deps): void {
  const returns = createRateLimit(deps.database.pool, RETURN_RULE)
  const admit: AdmitReturn = ({ runId, seq }) => returns.take(`${runId} ${seq}`)

  rawRoute(http, readFont, async ({ params, request, reply }) => {
    const font = await fontNamed(params.name)
    if (font === null) return sendUnknown(request, reply)
    const aDay = 'public, max-age=86400'
    // A preview in the dashboard has an origin of its own.
    const forAll = { 'Content-Type': 'font/woff2', 'Cache-Control': aDay, 'Access-Control-Allow-Origin': '*' }
    return reply.headers(forAll).send(font)
  })

  rawRoute(http, readPreferences, async ({ params, query, request, reply }) => {
    const subscription = await readSubscription(deps, params.token)
    if (subscription === null) return sendUnknown(request, reply)
    if (subscription === 'gone') return sendGone(request, reply)
    const { application: sender, address, has_left: hasLeft, topic_id: topicId } = subscription
    const topics = subscription.topics.map(({ topic_id: uuid, has_left, ...topic }) => ({
      ...topic,
      uuid,
      isWanted: !has_left,
      isOfMessage: uuid === topicId,
    }))
    const page = { locale: localeOf(request), sender, address, hasLeft, topics, done: doneOf(query.done, hasLeft) }
    return sendPage(reply, 200, preferencePage({ ...page, asksToReturn: hasLeft && query.ask === 'resubscribe' }))
  })

  rawRoute(http, changePreferences, async ({ params, body, request, reply }) => {
    const subscription = await readSubscription(deps, params.token)
    if (subscription === null) return sendUnknown(request, reply)
    if (subscription === 'gone') return sendGone(request, reply)
    if (body['List-Unsubscribe'] === 'One-Click') {
      const topic = await leaveByOneClick(deps, subscription)
      const said = topic === null ? 'Unsubscribed.' : `Unsubscribed from "${topic}".`
      return withoutCaching(reply).header('Content-Type', 'text/plain; charset=utf-8').send(`${said}\n`)
    }
    const done = await act(deps, subscription, body, admit)
    const address = `?lang=${localeOf(request)}${done === '' ? '' : `&done=${done}`}`
    return withoutCaching(reply).redirect(address, 303)
  })
}

/** Performs what the page's form requests. Returns the confirmation to show; empty for a form without a request. */
async function act(
  deps: Deps,
  subscription: Subscription,
  form: Record<string, unknown>,
  admit: AdmitReturn,
): Promise<PreferencePage['done'] | ''> {
  switch (form['action']) {
    case 'unsubscribe':
      await unsubscribe(deps, subscription, 'page')
      return 'unsubscribed'
    case 'resubscribe':
      await resubscribe(deps, subscription, admit)
      return 'resubscribed'
    case 'choose':
      await chooseTopics(deps, subscription, form, admit)
      return 'chosen'
    default:
      return ''
  }
}

/** The confirmation of an action, unless it has been undone since. */
function doneOf(text: unknown, hasLeft: boolean): PreferencePage['done'] {
  if (text === 'unsubscribed') return hasLeft ? text : null
  if (text === 'resubscribed' || text === 'chosen') return hasLeft ? null : text
  return null
}

function localeOf(request: FastifyRequest) {
  return chooseLocale((request.query as Record<string, unknown>)['lang'], request.headers['accept-language'])
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 404, unknownPage(localeOf(request)))
}

/** An erased recipient already has what they request: mail programs must not report a failure. */
function sendGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, 200, gonePage(localeOf(request)))
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return sendPublicPage(reply.header('Vary', 'Accept-Language'), status, html)
}
