import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { chanceOf } from '../../faults/chance.ts'
import { createTemporaryFailures, type FailTemporarily } from '../../faults/temporary-failure.ts'
import { answer, refuse } from '../../http/answers.ts'
import { bytesOf, takeBytes } from '../../http/forms.ts'
import { readJson } from '../../json.ts'
import { storeNotification, readNotification } from '../webpush/notification.ts'
import type { WebPush } from '../webpush/parts.ts'
import { createSafaris, type Safaris } from './browsers.ts'

// Emulates Apple's push service for Safari 7 to 15, with its browsers. HTTP/2 only. The sender is identified by a
// certificate, which can't be presented without encryption; everything else is checked.

const MOST_BYTES = 4096

const wish = z.strictObject({
  web_service_url: z.url().max(500),
  website_push_id: z.string().max(200),
  app_id: z.string().max(50),
})

const alertOf = z.object({
  aps: z.object({
    alert: z.object({ title: z.string(), body: z.string(), action: z.string().optional() }),
    'url-args': z.array(z.string()),
  }),
})

type Params = { Params: { token: string } }

/** Adds Apple's service, and a call that creates browsers. */
export async function addSafari(app: FastifyInstance, push: WebPush): Promise<void> {
  const safaris = createSafaris()
  app.post('/api/safari/subscriptions', async (request, reply) => {
    const asked = wish.parse(request.body ?? {})
    try {
      return answer({ device_token: await safaris.subscribe(asked) })
    } catch (error) {
      return refuse(reply, 422, error instanceof Error ? error.message : String(error))
    }
  })
  app.delete<Params>('/api/safari/subscriptions/:token', async request => {
    await safaris.leave(request.params.token)
    return answer(null)
  })
  const failTemporarily = createTemporaryFailures(push.panel, 'webpush')
  await app.register(
    async scope => {
      takeBytes(scope)
      scope.post<Params>('/3/device/:token', async (request, reply) => {
        reply.header('apns-id', randomUUID().toUpperCase())
        await wait(push.panel.dials('webpush').latency_ms)
        const fault = faultOf(request, safaris) ?? faultFor(push, failTemporarily, request.params.token, safaris)
        if (fault !== undefined) return fail(reply, fault)
        await take(push, safaris, request)
        return reply.code(200).send()
      })
    },
    { prefix: '/providers/apns_safari' },
  )
}

interface Fault {
  status: number
  reason: string
  retryAfterSeconds?: number | undefined
  timestamp?: number
}

/** An error in the request itself. */
function faultOf(request: FastifyRequest<Params>, safaris: Safaris): Fault | undefined {
  const { token } = request.params
  const topic = String(request.headers['apns-topic'] ?? '')
  const body = bytesOf(request.body)
  if (request.raw.httpVersionMajor !== 2) return { status: 505, reason: 'HttpVersionNotSupported' }
  if (request.headers.authorization !== undefined) return { status: 403, reason: 'InvalidProviderToken' }
  if (topic === '') return { status: 400, reason: 'MissingTopic' }
  if (!topic.startsWith('web.')) return { status: 400, reason: 'TopicDisallowed' }
  if (body.length === 0) return { status: 400, reason: 'PayloadEmpty' }
  if (body.length > MOST_BYTES) return { status: 413, reason: 'PayloadTooLarge' }
  if (alertIn(body) === undefined) return { status: 400, reason: 'BadPayload' }
  if (!/^[0-9a-f]{64,200}$/i.test(token)) return { status: 400, reason: 'BadDeviceToken' }
  const own = safaris.websiteOf(token, topic)?.websitePushID
  return own !== undefined && own !== topic ? { status: 400, reason: 'DeviceTokenNotForTopic' } : undefined
}

/** The outcome of an attempt according to the dials. */
function faultFor(
  { panel }: WebPush,
  failTemporarily: FailTemporarily,
  token: string,
  safaris: Safaris,
): Fault | undefined {
  const temporaryFailure = failTemporarily(token)
  if (temporaryFailure?.isThrottled)
    return { status: 429, reason: 'TooManyRequests', retryAfterSeconds: temporaryFailure.retryAfterSeconds }
  if (temporaryFailure !== undefined) return { status: 503, reason: 'ServiceUnavailable' }
  const dials = panel.dials('webpush')
  const isDead = safaris.isGone(token) || chanceOf(dials.seed, 'hard_bounce_rate', token) < dials.hard_bounce_rate
  const about = { channel: 'webpush', to: token }
  panel.decisions.add(isDead ? { ...about, outcome: 'refused' } : { ...about, outcome: 'taken', end: 'sent' })
  return isDead ? { status: 410, reason: 'Unregistered', timestamp: Date.now() } : undefined
}

function fail(reply: FastifyReply, { status, reason, retryAfterSeconds, timestamp }: Fault): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ reason, ...(timestamp !== undefined && { timestamp }) })
}

/**
 * Stores the message and shows it like current browsers do. A click opens the address in the site's package, completed
 * by the message.
 */
async function take(push: WebPush, safaris: Safaris, request: FastifyRequest<Params>): Promise<void> {
  const { token } = request.params
  const topic = String(request.headers['apns-topic'])
  const said = alertIn(bytesOf(request.body))
  const target = said?.['url-args'][0] ?? ''
  const navigate = safaris.websiteOf(token, topic)?.urlFormatString.replace('%@', encodeURIComponent(target)) ?? ''
  const { title = '', body = '', action } = said?.alert ?? {}
  const actions = action === undefined ? [] : [{ action: '1', title: action, navigate }]
  const plain = Buffer.from(JSON.stringify({ web_push: 8030, notification: { title, body, navigate, actions } }))
  const shown = readNotification(plain)
  await storeNotification(push.store, { endpoint: token, sender: topic, plain, shown })
  if (shown !== null) push.browsers.show(token, shown)
}

function alertIn(body: Buffer) {
  return alertOf.safeParse(readJson(body.toString())).data?.aps
}
