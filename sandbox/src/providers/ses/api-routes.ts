import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { peekHeaders } from '../../messages/mail-view.ts'
import { Attempts } from '../../faults/attempts.ts'
import { bytesOf } from '../../http/forms.ts'
import { readJson } from '../../json.ts'
import { decide } from '../smtp/verdict.ts'
import type { Ses } from './emulator.ts'
import { checkSignature, type Signer } from './signature-v4.ts'

// The SES API, version 2, as far as the product uses it. The dials and special addresses of email apply here too. A
// mailbox that does not exist is reported afterwards, because SES accepts every mail first.

const sendBody = z.object({
  FromEmailAddress: z.string().optional(),
  Destination: z.object({ ToAddresses: z.array(z.string()).min(1).max(50) }),
  Content: z.object({ Raw: z.object({ Data: z.string().min(1) }) }),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z
    .array(z.object({ Name: z.string().regex(/^[\w-]{1,256}$/), Value: z.string().regex(/^[\w-]{1,256}$/) }))
    .max(50)
    .optional(),
})

/** Every other identity is verified, and every configuration set except `missing` exists. */
const UNVERIFIED = /(^|@)unverified\./i

export function addSesApi(app: FastifyInstance, ses: Ses): void {
  const attempts = new Attempts()

  app.post('/v2/email/outbound-emails', { bodyLimit: 60 << 20 }, async (request, reply) => {
    const signer = admit(request, reply)
    if (signer === undefined) return reply
    const { latency_ms: latencyMs } = ses.panel.dials('email')
    if (latencyMs > 0) await wait(latencyMs)
    const parsed = sendBody.safeParse(readJson(bytesOf(request.body).toString()))
    if (!parsed.success) return fail(reply, 400, 'BadRequestException', parsed.error.issues[0]?.message ?? '')
    return send(ses, attempts, { ...signer, request: parsed.data }, reply)
  })

  app.get('/v2/email/account', (request, reply) =>
    admit(request, reply) === undefined
      ? reply
      : reply.send({
          DedicatedIpAutoWarmupEnabled: false,
          EnforcementStatus: 'HEALTHY',
          ProductionAccessEnabled: true,
          SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
          SendingEnabled: true,
        }),
  )
  app.get<{ Params: { name: string } }>('/v2/email/identities/:name', (request, reply) => {
    if (admit(request, reply) === undefined) return reply
    const { name } = request.params
    if (UNVERIFIED.test(name)) return fail(reply, 404, 'NotFoundException', `Email identity ${name} does not exist.`)
    return reply.send({ IdentityType: name.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN', VerifiedForSendingStatus: true })
  })
  app.get<{ Params: { name: string } }>('/v2/email/configuration-sets/:name', (request, reply) => {
    if (admit(request, reply) === undefined) return reply
    const { name } = request.params
    if (name === 'missing') return fail(reply, 404, 'NotFoundException', `Configuration set ${name} does not exist.`)
    return reply.send({ ConfigurationSetName: name })
  })
}

interface SendOrder extends Signer {
  request: z.infer<typeof sendBody>
}

async function send(
  ses: Ses,
  attempts: Attempts,
  { accessId, request }: SendOrder,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const raw = Buffer.from(request.Content.Raw.Data, 'base64')
  const { from, subject } = peekHeaders(raw)
  const recipients = request.Destination.ToAddresses
  if (UNVERIFIED.test(/<([^<>]+)>/.exec(from)?.[1] ?? from)) {
    const words = `Email address is not verified. The following identities failed the check: ${from}`
    return fail(reply, 400, 'MessageRejected', words)
  }
  if (request.ConfigurationSetName === 'missing') {
    return fail(reply, 404, 'NotFoundException', 'Configuration set missing does not exist.')
  }
  const [to = ''] = recipients
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) return fail(reply, 400, 'BadRequestException', `Illegal address: ${to}`)
  const verdict = decide(to, ses.panel.dials('email'), attempts.current(to), true)
  if (verdict.kind === 'refused' && !verdict.final) {
    attempts.failed(to)
    const isThrottled = verdict.refusal.code !== 451
    const retryAfterSeconds = isThrottled ? 1 : undefined
    ses.panel.decisions.add({ channel: 'email', to, outcome: 'put_off', retryAfterSeconds })
    if (!isThrottled) return fail(reply, 503, 'ServiceUnavailable', 'Try again later.')
    return fail(reply.header('retry-after', '1'), 429, 'TooManyRequestsException', 'Maximum sending rate exceeded.')
  }
  attempts.settled(to)
  if (verdict.kind === 'accepted' && verdict.delayMs > 0) await wait(verdict.delayMs)
  const messageId = `${Date.now().toString(16).padStart(16, '0')}-${randomBytes(16).toString('hex')}-000000`
  const mail = { channel: 'email', provider: 'ses', sender: request.FromEmailAddress ?? '', from, subject, raw }
  const seqs = await ses.store.add({ ...mail, recipients }, Date.now())
  const tags = Object.fromEntries((request.EmailTags ?? []).map(({ Name, Value }) => [Name, [Value]]))
  const reactions = verdict.kind === 'accepted' ? verdict.reactions : { opens: false, clicks: false }
  const late = verdict.kind === 'refused' ? (verdict.refusal.code === 550 ? 'hard' : 'soft') : verdict.reactions.report
  const end = late === 'complaint' ? 'complained' : late === undefined ? 'delivered' : 'bounced'
  ses.panel.decisions.add({ channel: 'email', to, outcome: 'taken', end })
  for (const seq of seqs) ses.readers.start(seq, { opens: reactions.opens, clicks: reactions.clicks })
  ses.events.start({ messageId, accessId, from, to, subject, tags, report: late })
  return reply.send({ MessageId: messageId })
}

/** Undefined if the request was already refused because it is signed with an unknown key. */
function admit(request: FastifyRequest, reply: FastifyReply): Signer | undefined {
  const checked = checkSignature(request, bytesOf(request.body))
  if (!('fault' in checked)) return checked
  fail(reply, 403, checked.fault, 'The request signature we calculated does not match the signature you provided.')
  return undefined
}

function fail(reply: FastifyReply, status: number, name: string, message: string): FastifyReply {
  return reply.code(status).header('x-amzn-errortype', name).type('application/json').send(JSON.stringify({ message }))
}
