import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PhoneLine, Reply, SmsEmulator, SmsTools } from '../sms/lines.ts'
import type { Fate } from '../sms/network.ts'
import { callOnce } from '../sms/provider-call.ts'
import { storeReply, storeText } from '../sms/text-message.ts'
import { WRONG_CREDENTIAL } from '../smtp/special-addresses.ts'
import {
  accountResource,
  messageResource,
  newSid,
  REFUSALS,
  segmentsOf,
  type Refusal,
  type Values,
} from './resources.ts'
import { signedCall } from './signed-call.ts'

// Twilio's Programmable Messaging as its API reference describes it, with the special numbers of its test credentials.

interface Signed {
  sid: string
  /** Auth token. */
  token: string
}

const BASE = '/providers/twilio/2010-04-01/Accounts/:sid'
const STOP = /^(stop|stopall|unsubscribe|cancel|end|quit|optout|revoke)$/i
const START = /^(start|yes|unstop)$/i

export const twilioEmulator: SmsEmulator = {
  portal: {
    name: 'Twilio',
    senders: 'Numbers',
    example: '+16505550123',
    address: 'Address for replies',
    help: 'Replies go here; delivery reports go to the address that comes with each message.',
    takesReports: false,
    hasForms: false,
  },
  add: addTwilio,
}

function addTwilio(app: FastifyInstance, tools: SmsTools): PhoneLine {
  // In memory only: tokens are secrets, and nothing needs them after a restart.
  const owners = new Map<string, Signed>()
  const optedOut = new Set<string>()

  app.post(`${BASE}/Messages.json`, async (request, reply) => {
    await wait(tools.network.latencyMs)
    const account = signIn(request)
    if (account === undefined) return refuse(reply, REFUSALS.credentials)
    const values = (request.body ?? {}) as Values
    const sender = values['From'] || values['MessagingServiceSid'] || ''
    owners.set(sender, account)
    const refusal = faultOf(values, sender, optedOut)
    if (refusal !== undefined) return refuse(reply, refusal)
    return take(tools, { account, values, sender }, reply)
  })
  app.get(`${BASE}.json`, async (request, reply) => {
    const account = signIn(request)
    if (account === undefined) return refuse(reply, REFUSALS.credentials)
    return reply.send(accountResource(account.sid))
  })
  app.get(`${BASE}/IncomingPhoneNumbers.json`, async (request, reply) => {
    if (signIn(request) === undefined) return refuse(reply, REFUSALS.credentials)
    const { PhoneNumber: number = '' } = request.query as Values
    // Any account may send from any number here, except those that the test credentials refuse.
    const owned = number.startsWith('+') && !BAD_SENDERS.has(number) ? [{ phone_number: number }] : []
    return reply.send({ incoming_phone_numbers: owned })
  })

  return { reply: written => receiveReply(tools, { owners, optedOut }, written) }
}

function signIn(request: FastifyRequest): Signed | undefined {
  const { sid } = request.params as { sid: string }
  const [user, token] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const isKnown = user === sid && /^AC\w+$/.test(sid) && Boolean(token) && token !== WRONG_CREDENTIAL
  return isKnown ? { sid, token: token ?? '' } : undefined
}

const BAD_RECEIVERS = new Map<string, Refusal>([
  ['+15005550001', REFUSALS.receiver],
  ['+15005550002', REFUSALS.route],
  ['+15005550003', REFUSALS.region],
  ['+15005550004', REFUSALS.optedOut],
  ['+15005550009', REFUSALS.noMobile],
])
const BAD_SENDERS = new Map<string, Refusal>([
  ['+15005550001', REFUSALS.badSender],
  ['+15005550007', REFUSALS.sender],
  ['+15005550008', REFUSALS.queueFull],
])

function faultOf({ To: to = '', Body: text = '' }: Values, sender: string, optedOut: Set<string>): Refusal | undefined {
  if (to === '') return REFUSALS.noReceiver
  if (sender === '') return REFUSALS.noSender
  if (text === '') return REFUSALS.noText
  if (text.length > 1600) return REFUSALS.tooLong
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return REFUSALS.receiver
  if (optedOut.has(`${sender} ${to}`)) return REFUSALS.optedOut
  return BAD_SENDERS.get(sender) ?? BAD_RECEIVERS.get(to)
}

interface Asked {
  account: Signed
  values: Values
  sender: string
}

async function take(tools: SmsTools, { account, values, sender }: Asked, reply: FastifyReply): Promise<FastifyReply> {
  const { To: to = '', Body: text = '', StatusCallback: callback } = values
  const verdict = tools.network.judge(to)
  if (verdict.kind === 'throttled') {
    reply.header('retry-after', verdict.retryAfterSeconds)
    return refuse(reply, REFUSALS.tooFast)
  }
  if (verdict.kind === 'failing') return refuse(reply, REFUSALS.broken)
  const sid = newSid('SM')
  await storeText(tools.store, { provider: 'twilio', account: account.sid, sender, phone: to, text, id: sid })
  if (callback) {
    const told = {
      SmsSid: sid,
      MessageSid: sid,
      To: to,
      From: sender,
      AccountSid: account.sid,
      ApiVersion: '2010-04-01',
    }
    tools.network.carry({
      to,
      fate: verdict.fate,
      // The query contains a token that differs for each message.
      address: callback.split('?')[0] ?? '',
      report: (stage, at) => {
        const state = STATES[stage]
        const done: Values = stage === 'delivered' ? { RawDlrDoneDate: carrierTime(at) } : {}
        const values = { ...told, SmsStatus: state.status, MessageStatus: state.status, ...codeOf(state), ...done }
        return signedCall(callback, values, account.token)
      },
    })
  }
  return reply.code(201).send(messageResource({ sid, account: account.sid, to, sender, text }))
}

const STATES: Record<Fate | 'sent', { status: string; code?: string }> = {
  sent: { status: 'sent' },
  delivered: { status: 'delivered' },
  unreachable: { status: 'undelivered', code: '30003' },
  unknown: { status: 'undelivered', code: '30005' },
}

function codeOf({ code }: { code?: string }): Values {
  return code === undefined ? {} : { ErrorCode: code }
}

/** YYMMDDhhmm in UTC. */
function carrierTime(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(2, 12)
}

interface Known {
  owners: Map<string, Signed>
  optedOut: Set<string>
}

/** Calls the address for incoming messages; a text response is sent back to the phone, as by Twilio. */
async function receiveReply(tools: SmsTools, { owners, optedOut }: Known, { phone, text, sender }: Reply) {
  const owner = owners.get(sender)
  if (owner === undefined) return 'Send a message first: the sandbox has forgotten whose number this is.'
  const word = text.trim()
  if (STOP.test(word)) optedOut.add(`${sender} ${phone}`)
  if (START.test(word)) optedOut.delete(`${sender} ${phone}`)
  const sid = newSid('SM')
  await storeReply(tools.store, { provider: 'twilio', sender, phone, text, id: sid })
  const portal = tools.accounts.of('twilio', sender)
  if (portal === undefined) return 'No address for incoming messages is set at Twilio.'
  const values: Values = {
    MessageSid: sid,
    SmsMessageSid: sid,
    SmsSid: sid,
    AccountSid: owner.sid,
    From: phone,
    To: sender,
    Body: text,
    SmsStatus: 'received',
    NumMedia: '0',
    NumSegments: String(segmentsOf(text)),
    ApiVersion: '2010-04-01',
    ...(STOP.test(word) && { OptOutType: 'STOP' }),
    ...(START.test(word) && { OptOutType: 'START' }),
  }
  const answer = await callOnce(signedCall(portal.callback_url, values, owner.token))
  if (answer.status >= 300) return `The address answered HTTP ${answer.status}.`
  if (answer.type.startsWith('text/plain') && answer.text !== '') {
    const reply = { provider: 'twilio', account: owner.sid, sender, phone, text: answer.text, id: newSid('SM') }
    await storeText(tools.store, reply)
  }
  return undefined
}

function refuse(reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return reply.code(status).send({ code, message, more_info, status })
}
