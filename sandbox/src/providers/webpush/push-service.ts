import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { chanceOf } from '../../faults/chance.ts'
import { createTemporaryFailures, type FailTemporarily } from '../../faults/temporary-failure.ts'
import { answer, refuse } from '../../http/answers.ts'
import { bytesOf, takeBytes } from '../../http/forms.ts'
import { storeNotification, readNotification } from './notification.ts'
import { unseal } from './unseal.ts'
import { readSender, type Sender } from './vapid.ts'
import type { WebPush } from './parts.ts'

const PATH = '/providers/webpush/push'
const BODY_MAX_BYTES = 4096

const newSubscriptions = z.strictObject({
  /** How many to create. */
  count: z.int().min(1).max(50_000).default(1),
  /** The site's public VAPID key; without it messages of any sender are accepted. */
  application_server_key: z.string().max(100).optional(),
})

type Params = { Params: { id: string } }

/** A push service as in RFC 8030, and a call that creates subscriptions without a browser. */
export async function addPushService(app: FastifyInstance, push: WebPush): Promise<void> {
  app.post('/api/webpush/subscriptions', async request => {
    const { count, application_server_key: key } = newSubscriptions.parse(request.body ?? {})
    const made = Array.from({ length: count }, () => push.subscriptions.create(key))
    return answer(made.map(({ id, ...keys }) => ({ endpoint: `${originOf(request)}${PATH}/${id}`, keys })))
  })
  app.delete<Params>('/api/webpush/subscriptions/:id', async request => {
    push.subscriptions.forget(request.params.id)
    return answer(null)
  })

  const failTemporarily = createTemporaryFailures(push.panel, 'webpush')
  await app.register(async scope => {
    takeBytes(scope)
    scope.post<Params>(`${PATH}/:id`, async (request, reply) => {
      await wait(push.panel.dials('webpush').latency_ms)
      return judged(push, failTemporarily, request.params.id, reply) ?? take(push, request, reply)
    })
  })
}

/** The outcome of an attempt according to the dials; undefined lets it pass. */
function judged(
  { panel, subscriptions }: WebPush,
  failTemporarily: FailTemporarily,
  id: string,
  reply: FastifyReply,
): FastifyReply | undefined {
  const temporaryFailure = failTemporarily(id)
  if (temporaryFailure?.isThrottled) {
    return refuse(reply.header('retry-after', temporaryFailure.retryAfterSeconds), 429, 'Too many messages')
  }
  if (temporaryFailure !== undefined) return refuse(reply, 503, 'Try again later')
  const dials = panel.dials('webpush')
  const isDead = subscriptions.isGone(id) || chanceOf(dials.seed, 'hard_bounce_rate', id) < dials.hard_bounce_rate
  if (!isDead) return undefined
  panel.decisions.add({ channel: 'webpush', to: id, outcome: 'refused' })
  return refuse(reply, 410, 'The subscription has expired or was given up')
}

async function take(push: WebPush, request: FastifyRequest<Params>, reply: FastifyReply): Promise<FastifyReply> {
  const { id } = request.params
  const { headers } = request
  const body = bytesOf(request.body)
  if (!/^\d+$/.test(headers['ttl'] as string)) return refuse(reply, 400, 'TTL is missing')
  // Mozilla's service refuses a topic that it can't parse (RFC 8030 section 5.4).
  if (headers['topic'] !== undefined && !/^[\w-]{1,32}$/.test(headers['topic'] as string)) {
    return refuse(reply, 400, 'Topic has to be 1 to 32 letters of base64url')
  }
  if (body.length > BODY_MAX_BYTES) return refuse(reply, 413, 'At most 4096 bytes')
  if (headers['content-encoding'] !== 'aes128gcm') return refuse(reply, 400, 'Content-Encoding must be aes128gcm')
  let sender: Sender
  try {
    sender = await readSender(headers.authorization, originOf(request))
  } catch (error) {
    return refuse(reply, 401, error instanceof Error ? error.message : 'The VAPID token is not valid')
  }
  const serverKey = push.subscriptions.serverKeyOf(id)
  if (serverKey !== undefined && serverKey !== sender.key)
    return refuse(reply, 403, 'The subscription was made with another key')
  const endpoint = `${originOf(request)}${PATH}/${id}`
  const seq = await arrived(push, { id, endpoint, sender: sender.subject, body })
  return reply.code(201).header('location', `${PATH}/${id}/${seq}`).send()
}

/** A push service can't read messages. One that its browser can't decrypt either is lost there. */
async function arrived(
  push: WebPush,
  { id, endpoint, sender, body }: { id: string; endpoint: string; sender: string; body: Buffer },
) {
  let plain: Buffer
  try {
    plain = unseal(body, push.subscriptions.keysOf(id))
  } catch (error) {
    push.onError(new Error('A message could not be read with the keys of its subscription', { cause: error }))
    return 0
  }
  const shown = readNotification(plain)
  const seq = await storeNotification(push.store, { endpoint, sender, plain, shown })
  push.panel.decisions.add({ channel: 'webpush', to: id, outcome: 'taken', end: shown === null ? 'sent' : 'delivered' })
  if (shown !== null) push.browsers.show(endpoint, shown)
  return seq
}

function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
