import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { bytesOf } from '../../http/forms.ts'
import { readJson } from '../../json.ts'
import { fateOf, take, type MobilePush } from './emulator.ts'

// Apple's push service, over HTTP/2 only. It can't be checked here which key signed a provider token; everything else
// about the token is checked.

const MOST_BYTES = 4096
const TOKEN_SECONDS = 3600

interface Notification {
  aps?: { alert?: { title?: string; body?: string } }
  notifly?: { token?: string; url?: string }
}

/**
 * `…/3/device/{token}`. The team `WRONG00000` has a revoked key. Devices `dead…` are gone; `bad0…` and `0000…` are
 * invalid.
 */
export function addApnsRoutes(app: FastifyInstance, push: MobilePush): void {
  app.post<{ Params: { token: string } }>('/3/device/:token', async (request, reply) => {
    reply.header('apns-id', header(request, 'apns-id') || randomUUID().toUpperCase())
    if (request.raw.httpVersionMajor !== 2) return fail(reply, 505, 'HTTP version not supported')
    const fault = faultOf(request)
    if (fault !== undefined) return fail(reply, ...fault)
    const { token } = request.params
    const raw = bytesOf(request.body)
    const notification = read(raw)
    if (notification === undefined) return fail(reply, 400, 'PayloadEmpty')
    if (raw.length > MOST_BYTES) return fail(reply, 413, 'PayloadTooLarge')
    if (!/^[0-9a-f]{64,200}$/i.test(token) || /^(bad0|0{64})/i.test(token)) return fail(reply, 400, 'BadDeviceToken')
    const fate = /^dead/i.test(token) ? 'gone' : await fateOf(push, token)
    if (fate === 'gone') return fail(reply, 410, 'Unregistered', { timestamp: Date.now() - 60_000 })
    if (fate === 'failing') return fail(reply, 503, 'ServiceUnavailable')
    if (fate === 'throttled') return fail(reply, 429, 'TooManyRequests')
    await take(push, {
      service: 'apns',
      deviceToken: token,
      app: header(request, 'apns-topic'),
      title: notification.aps?.alert?.title ?? '',
      token: notification.notifly?.token ?? '',
      url: notification.notifly?.url ?? '',
      raw: Buffer.from(JSON.stringify(notification, null, 2)),
    })
    return reply.code(200).send()
  })
}

/** Errors in the headers, which Apple checks before the device. */
function faultOf(request: FastifyRequest): [number, string] | undefined {
  const token = /^bearer (.+)$/i.exec(header(request, 'authorization'))?.[1]
  if (token === undefined) return [403, 'MissingProviderToken']
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    const { iss = '', iat = 0 } = decodeJwt(token)
    if (alg !== 'ES256' || !kid || iss === 'WRONG00000') return [403, 'InvalidProviderToken']
    if (Math.abs(Date.now() / 1000 - iat) > TOKEN_SECONDS) return [403, 'ExpiredProviderToken']
  } catch {
    return [403, 'InvalidProviderToken']
  }
  if (header(request, 'apns-topic') === '') return [400, 'MissingTopic']
  if (header(request, 'apns-topic') === 'com.example.missing') return [400, 'TopicDisallowed']
  if (!['alert', 'background'].includes(header(request, 'apns-push-type'))) return [400, 'InvalidPushType']
  if (!['1', '5', '10'].includes(header(request, 'apns-priority'))) return [400, 'BadPriority']
  if (!/^\d*$/.test(header(request, 'apns-expiration'))) return [400, 'BadExpirationDate']
  if (Buffer.byteLength(header(request, 'apns-collapse-id')) > 64) return [400, 'BadCollapseId']
  return undefined
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

function fail(reply: FastifyReply, status: number, reason: string, more: object = {}): FastifyReply {
  return reply.code(status).send({ reason, ...more })
}

function read(raw: Buffer): Notification | undefined {
  const value = readJson(raw.toString())
  return typeof value === 'object' && value !== null ? value : undefined
}
