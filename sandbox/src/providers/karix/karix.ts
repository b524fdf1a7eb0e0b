import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { PortalSettings } from '../sms/accounts.ts'
import type { PhoneLine, SmsEmulator, SmsTools } from '../sms/lines.ts'
import type { Stage } from '../sms/network.ts'
import { callOnce, type ProviderCall } from '../sms/provider-call.ts'
import { storeReply, storeText } from '../sms/text-message.ts'
import { WRONG_CREDENTIAL } from '../smtp/special-addresses.ts'

// Karix as its guides and integrations describe it. Unpublished details are assumptions here: status codes other than
// 200, and the names and format of its calls.

const message = z.object({
  dest: z.array(z.string()).min(1),
  text: z.string().min(1).max(2000),
  send: z.string().min(1).max(15),
  type: z.string().optional(),
  cust_ref: z.string().max(100).optional(),
  dlr_req: z.string().optional(),
  dlt_entity_id: z.string().optional(),
  dlt_template_id: z.string().optional(),
})
const request = z.object({ ver: z.literal('1.0'), key: z.string().min(1), messages: z.array(message) })

type KarixMessage = z.output<typeof message>
interface Taken {
  key: string
  ackid: string
  message: KarixMessage
}

export const karixEmulator: SmsEmulator = {
  portal: {
    name: 'Karix',
    senders: 'Senders',
    example: 'SNDBOX, 600100',
    address: 'Address for reports and replies',
    help: 'Delivery reports and replies go here. The form of the calls is an assumption: Karix publishes none.',
    takesReports: true,
    hasForms: true,
  },
  add: addKarix,
}

function addKarix(app: FastifyInstance, tools: SmsTools): PhoneLine {
  const take = async (body: unknown, reply: FastifyReply): Promise<FastifyReply> => {
    await wait(tools.network.latencyMs)
    const parsed = request.safeParse(body)
    if (!parsed.success) return say(reply, '400', `Invalid request: ${parsed.error.issues[0]?.path.join('.')}`)
    const { key, messages } = parsed.data
    if (key.includes(WRONG_CREDENTIAL)) return say(reply, '401', 'Invalid key')
    if (messages.length === 0) return say(reply, '402', 'No messages in request')
    return handOver(tools, { key, messages }, reply)
  }

  app.post('/providers/karix/httpapi/JsonReceiver', (asked, reply) => take(asked.body, reply))
  app.get('/providers/karix/httpapi/QueryStringReceiver', (asked, reply) => {
    const { ver, key, dest, ...rest } = asked.query as Record<string, string>
    return take({ ver, key, messages: [{ ...rest, dest: [dest ?? ''] }] }, reply)
  })

  return {
    async reply({ phone, text, sender }) {
      const mid = newId()
      const values = { mid, from: bare(phone), to: sender, message: text, time: indianTime(new Date()) }
      await storeReply(tools.store, { provider: 'karix', sender, phone, text, id: mid })
      const portal = tools.accounts.of('karix', sender)
      if (portal === undefined) return 'No address for reports and incoming messages is set at Karix.'
      const answer = await callOnce(callOf(portal, values))
      return answer.status < 300 ? undefined : `The address answered HTTP ${answer.status}.`
    },
  }
}

async function handOver(
  tools: SmsTools,
  { key, messages }: { key: string; messages: KarixMessage[] },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const numbers = messages.flatMap(each => each.dest)
  if (numbers.some(dest => !/^\d{7,15}$/.test(dest))) return say(reply, '405', 'Invalid dest')
  const verdict = tools.network.judge(`+${numbers[0] ?? ''}`)
  if (verdict.kind === 'throttled') return reply.code(429).header('retry-after', verdict.retryAfterSeconds).send('')
  if (verdict.kind === 'failing') return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
  const ackid = newId()
  for (const message of messages) {
    for (const dest of message.dest) await carry(tools, { key, ackid, message }, { dest, fate: verdict.fate })
  }
  return say(reply, '200', 'Request accepted', ackid)
}

async function carry(
  { store, network, accounts }: SmsTools,
  { key, ackid, message }: Taken,
  { dest, fate }: { dest: string; fate: Exclude<Stage, 'sent'> },
): Promise<void> {
  const { text, send, cust_ref: reference = '', dlr_req: wantsReport, dlt_entity_id: entity } = message
  const mid = newId()
  const phone = `+${dest}`
  // India's networks drop unregistered messages after the platform has accepted them.
  const isScrubbed = Boolean(entity) && !message.dlt_template_id && dest.startsWith('91')
  if (!isScrubbed) await storeText(store, { provider: 'karix', account: key, sender: send, phone, text, id: ackid })
  if (wantsReport !== '1') return
  network.carry({
    to: phone,
    fate,
    address: accounts.of('karix', send)?.callback_url ?? '',
    report: (stage, at) => {
      const portal = accounts.of('karix', send)
      const said = isScrubbed && stage !== 'sent' ? SCRUBBED : STATES[stage]
      const times = { dtime: indianTime(at) }
      return portal && callOf(portal, { ackid, mid, dest, cust_ref: reference, ...said, ...times })
    },
  })
}

const STATES: Record<Stage, { status: string; err: string; desc: string }> = {
  sent: { status: 'SUBMITTED', err: '000', desc: 'Submitted to operator' },
  delivered: { status: 'DELIVRD', err: '000', desc: 'Delivered' },
  unreachable: { status: 'UNDELIV', err: '001', desc: 'Absent subscriber' },
  unknown: { status: 'UNDELIV', err: '005', desc: 'Unknown subscriber' },
}
const SCRUBBED = { status: 'REJECTD', err: '650', desc: 'DLT template not found' }

function callOf({ callback_url: url, form }: PortalSettings, values: Record<string, string>): ProviderCall {
  if (form === 'json') {
    return { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(values) }
  }
  const text = new URLSearchParams(values).toString()
  if (form === 'query') return { method: 'GET', url: `${url}${url.includes('?') ? '&' : '?'}${text}`, headers: {} }
  return { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text }
}

function say(reply: FastifyReply, code: string, desc: string, ackid = ''): FastifyReply {
  const time = indianTime(new Date())
  return reply.type('application/json').send(JSON.stringify({ ackid, time, status: { code, desc } }))
}

function newId(): string {
  return `${Date.now()}${String(randomInt(1_000_000)).padStart(6, '0')}`
}

function bare(phone: string): string {
  return phone.replace(/^\+/, '')
}

/** yyyy-MM-dd HH:mm:ss in India's time zone. */
function indianTime(at: Date): string {
  const INDIA_MS = 19_800_000
  return new Date(at.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ')
}
