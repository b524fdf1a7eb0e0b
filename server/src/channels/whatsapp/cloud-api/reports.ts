/** Later reports of the Cloud API: what happened to messages, what people write, what happens to templates. */
import { isSameText, isSignedBy } from '../../../lib/hmac-signature.ts'
import type { HookCall, HookVerdict, InboundMessage, ProviderNews, ProviderReport } from '../../provider.ts'
import { graphError, reportedFailure } from './error-table.ts'
import { type Json, listOf, recordOf, textOf } from '../../../lib/json.ts'
import { parseGraphJson } from './graph.ts'

/** The topic of news about templates; the feature that stores templates reads them. */
export const TEMPLATE_NEWS = 'whatsapp_template'

/** What happened to a template. Fields that are missing stay as they were. */
export interface TemplateNews {
  /** WhatsApp's id; longer than a number can be. */
  id: string
  name: string
  language: string
  status?: string
  reason?: string | null
  quality?: string
  category?: string
  /** Its parts are others now; the report does not have all of them. */
  isRewritten?: true
}

interface HookSecrets {
  app_secret?: string | undefined
  verify_token?: string | undefined
}

/**
 * A GET proves with the verify token that it comes from the app's settings, and expects its challenge back; a POST is signed with the app's
 * secret over the raw bytes (X-Hub-Signature-256).
 */
export function checkCall(call: HookCall, { app_secret: secret, verify_token: token }: HookSecrets): HookVerdict {
  if (call.method === 'GET') return checkSubscription(call, token)
  if (!secret) return { accepted: false, reason: 'There is no app secret, so that nobody can tell who sent this.' }
  const given = call.headers['x-hub-signature-256']
  if (typeof given !== 'string') return { accepted: false, reason: 'The call is not signed.' }
  const isOurs =
    given.startsWith('sha256=') &&
    isSignedBy(secret, given.slice('sha256='.length), call.body, { algorithm: 'sha256', encoding: 'hex' })
  return isOurs ? { accepted: true } : { accepted: false, reason: 'The signature is not that of this app.' }
}

function checkSubscription({ query }: HookCall, token: string | undefined): HookVerdict {
  if (query['hub.mode'] !== 'subscribe') return { accepted: false, reason: 'This is not how WhatsApp asks.' }
  if (!token || !isSameText(query['hub.verify_token'] ?? '', token)) {
    return { accepted: false, reason: 'The verify token is not ours.' }
  }
  return { accepted: true, answer: query['hub.challenge'] ?? '' }
}

export interface ReadCall {
  reports: ProviderReport[]
  inbound: InboundMessage[]
  news: ProviderNews[]
}

/** Throws for text that is not JSON. Unknown kinds of changes are skipped. */
export function readCall(call: HookCall): ReadCall {
  const read: ReadCall = { reports: [], inbound: [], news: [] }
  if (call.method === 'GET') return read
  const entries = listOf(recordOf(parseGraphJson(call.body.toString()))['entry']).map(recordOf)
  for (const entry of entries) {
    for (const change of listOf(entry['changes']).map(recordOf)) {
      const value = recordOf(change['value'])
      const field = textOf(change['field'])
      if (field === 'messages') readMessages(value, read)
      else readTemplateChange(field, value, Number(entry['time']), read)
    }
  }
  return read
}

function readMessages(value: Json, read: ReadCall): void {
  for (const status of listOf(value['statuses']).map(recordOf)) read.reports.push(...reportsOf(status))
  for (const message of listOf(value['messages']).map(recordOf)) readInbound(message, read)
}

/** A message that was read was also delivered, and WhatsApp may omit the latter. */
const STATUS_KINDS: Record<string, readonly ProviderReport['kind'][]> = {
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['delivered', 'opened'],
  played: ['delivered', 'opened'],
  failed: ['bounced'],
}

function reportsOf(status: Json): ProviderReport[] {
  const id = textOf(status['id'])
  const name = textOf(status['status'])
  const token = textOf(status['biz_opaque_callback_data'])
  const at = momentOf(status['timestamp'])
  const said = recordOf(listOf(status['errors'])[0])
  const error = graphError(said)
  const { reason, hasLeft, ofSettings } = reportedFailure(error)
  const answer = error?.words ?? textOf(said['title'])
  const kinds = STATUS_KINDS[name] ?? []
  return [...kinds, ...(name === 'failed' && hasLeft ? (['unsubscribed'] as const) : [])].map(kind => ({
    // That it was delivered is one event, whether it is told by itself or by its having been read.
    key: `${id}:${kind}`,
    ...(token !== '' && { token }),
    providerMessageId: id,
    address: numberOf(textOf(status['recipient_id'])),
    kind,
    at,
    ...(kind === 'bounced' && { reason, isPermanent: false, ...(ofSettings && { ofSettings }) }),
    ...(error !== undefined && { code: String(error.code) }),
    ...(answer !== '' && { answer }),
  }))
}

/** A reply opens the 24-hour window; a reply to a button is also a click on the message with the button. */
function readInbound(message: Json, read: ReadCall): void {
  const id = textOf(message['id'])
  const from = textOf(message['from'])
  const at = momentOf(message['timestamp'])
  if (id === '' || from === '') return
  const address = numberOf(from)
  const text = textIn(message)
  const isButton = message['type'] === 'button' || message['type'] === 'interactive'
  read.inbound.push({ key: id, from: address, text, at, ...(isButton && { isButton }) })
  const answered = textOf(recordOf(message['context'])['id'])
  if (isButton && answered !== '') {
    const key = `${id}:clicked`
    read.reports.push({ key, providerMessageId: answered, address, kind: 'clicked', at, button: text })
  }
}

/** WhatsApp writes numbers without the plus. */
function numberOf(digits: string): string {
  return `+${digits.replace(/^\+/, '')}`
}

function textIn(message: Json): string {
  const interactive = recordOf(message['interactive'])
  const reply = { ...recordOf(interactive['button_reply']), ...recordOf(interactive['list_reply']) }
  const texts = [recordOf(message['text'])['body'], recordOf(message['button'])['text'], reply['title']]
  return textOf(texts.find(text => typeof text === 'string') ?? recordOf(message[textOf(message['type'])])['caption'])
}

function readTemplateChange(field: string, value: Json, seconds: number, read: ReadCall): void {
  const change = templateChange(field, value)
  const id = textOf(value['message_template_id'])
  if (change === undefined || id === '') return
  const news: TemplateNews = {
    id,
    name: textOf(value['message_template_name']),
    language: textOf(value['message_template_language']),
    ...change,
  }
  const said = Object.values(change).join(':')
  const at = Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000) : new Date()
  read.news.push({ key: `${field}:${id}:${said}:${at.getTime()}`, topic: TEMPLATE_NEWS, at, value: news })
}

function templateChange(field: string, value: Json): Partial<TemplateNews> | undefined {
  switch (field) {
    case 'message_template_status_update': {
      const reason = textOf(value['reason'])
      const words =
        textOf(recordOf(value['rejection_info'])['reason']) || textOf(recordOf(value['other_info'])['description'])
      return { status: textOf(value['event']), reason: reason === '' || reason === 'NONE' ? words || null : reason }
    }
    case 'message_template_quality_update':
      return { quality: textOf(value['new_quality_score']) }
    case 'template_category_update':
      return { category: textOf(value['new_category']) }
    case 'message_template_components_update':
      return { isRewritten: true }
    default:
      return undefined
  }
}

function momentOf(seconds: unknown): Date {
  const number = Number(textOf(seconds))
  return Number.isFinite(number) && number > 0 ? new Date(number * 1000) : new Date()
}
