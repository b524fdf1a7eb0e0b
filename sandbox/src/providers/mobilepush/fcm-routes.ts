import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { fateOf, take, type MobilePush } from './emulator.ts'

// Google's token endpoint for service accounts, and Firebase Cloud Messaging, HTTP v1. It can't be checked here which
// key signed an assertion; everything else about the assertion is checked.

const ACCESS_TOKEN = /^Bearer ya29\.sandbox\.[0-9a-f-]{36}$/
const TOKEN_SECONDS = 3600
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const MOST_BYTES = 4096
const RETRY_SECONDS = 1

const text = z.string()
const sent = z.object({
  validate_only: z.boolean().optional(),
  message: z.object({
    token: z.string().min(1).optional(),
    fid: z
      .string()
      .regex(/^[\w-]{22}$/)
      .optional(),
    notification: z.object({ title: text.optional(), body: text.optional(), image: text.optional() }).optional(),
    data: z.record(z.string(), z.string()).optional(),
    android: z.looseObject({}).optional(),
    apns: z.looseObject({}).optional(),
  }),
})

/** `…/providers/google_oauth/token`. A service account named `wrong@…` has a revoked key. */
export function addGoogleRoutes(app: FastifyInstance): void {
  app.post<{ Body: Record<string, string> }>('/token', async (request, reply) => {
    const { grant_type: grant, assertion = '' } = request.body
    const refuse = (error: string, description: string) =>
      reply.code(400).send({ error, error_description: description })
    if (grant !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return refuse('unsupported_grant_type', 'Invalid grant_type')
    try {
      const { alg } = decodeProtectedHeader(assertion)
      const { iss = '', scope, exp = 0, iat = 0, aud } = decodeJwt(assertion)
      const now = Date.now() / 1000
      const isOurs = alg === 'RS256' && scope === SCOPE && typeof aud === 'string' && aud.endsWith('/token')
      const isFresh = exp > now && exp - iat <= TOKEN_SECONDS && Math.abs(iat - now) < 300
      if (!isOurs || !isFresh || iss.startsWith('wrong@')) return refuse('invalid_grant', 'Invalid JWT Signature.')
    } catch {
      return refuse('invalid_grant', 'Bad Request')
    }
    return { access_token: `ya29.sandbox.${randomUUID()}`, expires_in: TOKEN_SECONDS - 1, token_type: 'Bearer' }
  })
}

/** `…/providers/fcm/v1/projects/{project}/messages:send`. The project `denied` has the API disabled. */
export function addFcmRoutes(app: FastifyInstance, push: MobilePush): void {
  app.post<{ Params: { project: string } }>('/v1/projects/:project/messages::send', async (request, reply) => {
    const { project } = request.params
    if (!ACCESS_TOKEN.test(request.headers.authorization ?? '')) {
      return fail(reply, 401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    }
    if (project === 'denied') return fail(reply, 403, 'PERMISSION_DENIED', 'Firebase Cloud Messaging API is disabled.')
    const parsed = sent.safeParse(request.body)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return badRequest(reply, issue?.path.join('.') ?? 'message', issue?.message ?? '')
    }
    const { message, validate_only: isTrial = false } = parsed.data
    const { notification = {}, data = {} } = message
    const token = message.token ?? message.fid
    if (token === undefined || (message.token !== undefined && message.fid !== undefined)) {
      return badRequest(reply, 'message', 'Exactly one of token, fid, topic or condition is required')
    }
    const bytes = Buffer.byteLength(JSON.stringify({ notification, data }))
    if (bytes > MOST_BYTES) return badRequest(reply, 'message', 'Android message is too big')
    if (!isToken(token)) {
      return badRequest(reply, 'message.token', 'The registration token is not a valid FCM registration token')
    }
    if (token.startsWith('mismatch')) return fail(reply, 403, 'SENDER_ID_MISMATCH', 'SenderId mismatch')
    const fate = token.startsWith('gone') ? 'gone' : await fateOf(push, token, RETRY_SECONDS)
    if (fate === 'gone') return fail(reply, 404, 'UNREGISTERED', 'Requested entity was not found.')
    if (fate === 'failing') return fail(reply, 503, 'UNAVAILABLE', 'The service is currently unavailable.')
    if (fate === 'throttled')
      return fail(reply.header('retry-after', RETRY_SECONDS), 429, 'QUOTA_EXCEEDED', 'Quota exceeded.')
    if (!isTrial) {
      await take(push, {
        service: 'fcm',
        deviceToken: token,
        app: project,
        title: notification.title ?? '',
        token: data['notifly_token'] ?? '',
        url: data['notifly_url'] ?? '',
        raw: Buffer.from(JSON.stringify(message, null, 2)),
      })
    }
    return { name: `projects/${project}/messages/0:${Date.now()}%${randomUUID().slice(0, 16)}` }
  })
}

function isToken(token: string): boolean {
  return /^[\w:-]{20,4096}$/.test(token) && !token.startsWith('bad')
}

const OWN_CODES = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH', 'QUOTA_EXCEEDED', 'UNAVAILABLE'])
const STATUSES: Record<string, string> = {
  UNREGISTERED: 'NOT_FOUND',
  SENDER_ID_MISMATCH: 'PERMISSION_DENIED',
  QUOTA_EXCEEDED: 'RESOURCE_EXHAUSTED',
}

function fail(reply: FastifyReply, code: number, name: string, message: string): FastifyReply {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
  const details = OWN_CODES.has(name) ? [{ '@type': type, errorCode: name }] : []
  return reply.code(code).send({ error: { code, message, status: STATUSES[name] ?? name, details } })
}

function badRequest(reply: FastifyReply, field: string, description: string): FastifyReply {
  const violations = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }
  const own = { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'INVALID_ARGUMENT' }
  const error = { code: 400, message: description, status: 'INVALID_ARGUMENT', details: [own, violations] }
  return reply.code(400).send({ error })
}
