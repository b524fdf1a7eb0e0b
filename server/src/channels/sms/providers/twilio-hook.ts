/** Callbacks of Twilio: the states of our messages, and what recipients write. Every call is signed with the account's token. */
import { createHash } from 'node:crypto'
import { hmacSignature, isSameText } from '../../../lib/hmac-signature.ts'
import type { HookCall, ProviderHook, ProviderReport } from '../../provider.ts'
import { isPermanent } from '../reasons.ts'
import { reasonOfTwilioReport } from './twilio-errors.ts'

/** The stored configuration, with its names in the API. */
export interface TwilioConfiguration {
  account_sid: string
  auth_token: string
  /** A number, a short code or a name; or the messaging service that chooses one. */
  from?: string
  messaging_service_sid?: string
  /** Of this configuration's hook; absent only while it is being tried before it is saved. */
  hook_token?: string
  max_connections?: number
}

export const twilioHook: ProviderHook<TwilioConfiguration> = {
  // Anything else than nothing would be sent to the recipient as a reply.
  check: async (call, { auth_token: authToken }) =>
    isSigned(call, authToken) ? { accepted: true, answer: '' } : { accepted: false, reason: 'the signature is wrong' },
  read: call => {
    const values = valuesOf(call)
    const id = values['MessageSid'] ?? values['SmsSid'] ?? ''
    const status = values['MessageStatus'] ?? values['SmsStatus']
    if (id === '') throw new Error('the call names no message')
    if (values['MessageStatus'] === undefined && values['Body'] !== undefined) {
      const { From: from = '', Body: text } = values
      return { reports: [], inbound: [{ key: `in:${id}`, from, text, at: new Date() }] }
    }
    const report = reportOf(id, status ?? '', { values, token: call.query['d'] })
    return { reports: report === null ? [] : [report], inbound: [] }
  },
}

/** Exported for the emulator and for the vendor's examples: base64 of HMAC-SHA1 over the URL and the sorted form fields. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const pairs = names.flatMap(name => [...new Set(form.getAll(name))].sort().map(value => name + value))
  return hmacSignature(authToken, url + pairs.join(''), { algorithm: 'sha1', encoding: 'base64' })
}

/** Checks the URL with and without its port, since Twilio and proxies disagree about it. */
function isSigned({ method, url, headers, body }: HookCall, authToken: string): boolean {
  const given = headers['x-twilio-signature']
  if (typeof given !== 'string' || authToken === '') return false
  const bodyHash = new URL(url).searchParams.get('bodySHA256')
  if (bodyHash !== null && !isSameText(bodyHash, createHash('sha256').update(body).digest('hex'))) return false
  const isForm = method === 'POST' && bodyHash === null
  const form = new URLSearchParams(isForm ? body.toString('utf8') : '')
  return spellings(url)
    .map(spelling => isSameText(given, twilioSignature(authToken, spelling, form)))
    .includes(true)
}

function spellings(url: string): string[] {
  const match = /^(https?):\/\/([^/?#]*)(.*)/s.exec(url)
  if (match === null) return []
  const [, scheme = '', host = '', rest = ''] = match
  const bare = host.replace(/:\d+$/, '')
  return [...new Set([host, bare, `${bare}:${scheme === 'https' ? 443 : 80}`])].map(
    each => `${scheme}://${each}${rest}`,
  )
}

function valuesOf({ method, query, headers, body }: HookCall): Record<string, string | undefined> {
  if (method === 'GET') return query
  const text = body.toString('utf8')
  if (!String(headers['content-type'] ?? '').includes('json')) return Object.fromEntries(new URLSearchParams(text))
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('the body is no object')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]))
}

interface Said {
  values: Record<string, string | undefined>
  token: string | undefined
}

/** Returns null for states that add nothing. */
function reportOf(id: string, status: string, { values, token }: Said): ProviderReport | null {
  const { To: address = '', RawDlrDoneDate: done } = values
  const base = { key: `${id}:${status}`, providerMessageId: id, address, at: timeOf(done), ...(token && { token }) }
  const code = values['ErrorCode'] ?? ''
  const answer = [status, code, values['ErrorMessage']].filter(Boolean).join(' ')
  switch (status) {
    case 'accepted':
    case 'scheduled':
    case 'queued':
    case 'sending':
      return null
    case 'sent':
      return { ...base, kind: 'sent', answer }
    case 'delivered':
    case 'read':
    case 'partially_delivered':
      return { ...base, key: `${id}:delivered`, kind: 'delivered', answer }
    case 'canceled':
      return { ...base, kind: 'bounced', reason: 'message_canceled', isPermanent: false, answer }
    case 'undelivered':
    case 'failed': {
      const reason = reasonOfTwilioReport(Number(code))
      return {
        ...base,
        kind: 'bounced',
        reason,
        isPermanent: isPermanent(reason),
        code,
        answer,
      }
    }
    default:
      throw new Error(`a status that is not known: ${status}`)
  }
}

/** YYMMDDhhmm in UTC, as carriers write it: the last second of that minute; now if there is none. */
function timeOf(done: string | undefined): Date {
  const match = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(done ?? '')
  if (match === null) return new Date()
  const [, year, month, day, hour, minute] = match
  return new Date(Math.min(Date.now(), Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:59Z`)))
}
