/**
 * Reports of Karix. Neither names nor format of its calls are published, so GET and POST, forms and JSON are accepted, and names are
 * recognised in any spelling that integrators have seen; other names can be given in the URL: `?field.status=dlr_state`. There is no
 * signature: the token in the URL is the secret.
 */
import { createHash } from 'node:crypto'
import type { HookCall, InboundMessage, ProviderHook, ProviderReport } from '../../provider.ts'
import { isPermanent, type SmsReason } from '../reasons.ts'

/** The stored configuration, with its names in the API. */
export interface KarixConfiguration {
  otp_key: string
  transactional_key: string
  promotional_key: string
  otp_sender: string
  transactional_sender: string
  promotional_sender: string
  /** The sender's registration in India; absent where India's rules do not hold. */
  dlt_entity_id?: string
  max_connections?: number
  /** Learnt: a report has come, so that our address is entered at Karix. */
  reports_came?: string
}

type Values = Record<string, string>
type Field = keyof typeof NAMES

// In small letters without signs.
const NAMES = {
  cust_ref: ['custref', 'customerrefid', 'customerref', 'custrefid', 'clientref', 'reference'],
  ackid: ['ackid', 'ackno', 'requestid'],
  mid: ['mid', 'messageid', 'msgid', 'id'],
  dest: ['dest', 'destination', 'mobile', 'mobileno', 'mobilenumber', 'msisdn', 'to'],
  status: ['status', 'dlrstatus', 'deliverystatus', 'stat', 'state', 'dlrstate'],
  error: ['error', 'errorcode', 'err', 'errcode', 'reason', 'reasoncode', 'errordesc', 'desc', 'description'],
  time: ['donedate', 'donetime', 'deliverytime', 'deliveredtime', 'dlrtime', 'dtime', 'time', 'timestamp'],
  from: ['from', 'sender', 'source', 'mobile', 'mobileno', 'msisdn'],
  text: ['text', 'message', 'msg', 'body', 'content'],
} as const

export const karixHook: ProviderHook<KarixConfiguration> = {
  check: async (call, { reports_came: came = '' }) => {
    const isFirst = came === '' && holdsReport(call)
    return { accepted: true, answer: '', ...(isFirst && { remember: { reports_came: 'yes' } }) }
  },
  read: call => {
    const reports: ProviderReport[] = []
    const inbound: InboundMessage[] = []
    for (const values of recordsOf(call)) {
      const read = readerOf(values, call.query)
      if (read('status') !== '') reports.push(reportOf(read))
      else if (read('text') !== '' && read('from') !== '') inbound.push(inboundOf(read, values))
      else throw new Error('neither a delivery report nor a message')
    }
    return { reports, inbound }
  },
}

function holdsReport(call: HookCall): boolean {
  try {
    return recordsOf(call).some(values => readerOf(values, call.query)('status') !== '')
  } catch {
    return false
  }
}

/** A call holds one record, a list of them, or an object with such a list. */
function recordsOf({ method, query, headers, body }: HookCall): Values[] {
  if (method === 'GET' || body.length === 0) return [query]
  const text = body.toString('utf8').trim()
  if (!String(headers['content-type'] ?? '').includes('json') && !/^[[{]/.test(text)) {
    return [{ ...query, ...Object.fromEntries(new URLSearchParams(text)) }]
  }
  const value: unknown = JSON.parse(text)
  if (Array.isArray(value)) return value.map(valuesOf)
  const list = Object.values(value as object).find(each => Array.isArray(each) && each.every(isRecord))
  return list === undefined ? [{ ...query, ...valuesOf(value) }] : (list as unknown[]).map(valuesOf)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valuesOf(value: unknown): Values {
  if (!isRecord(value)) throw new Error('a record that is no object')
  const plain = Object.entries(value as object).filter(([, each]) => ['string', 'number'].includes(typeof each))
  return Object.fromEntries(plain.map(([name, each]) => [name, String(each)]))
}

type Read = (field: Field) => string

function readerOf(values: Values, query: Readonly<Values>): Read {
  const known = new Map(Object.entries(values).map(([name, value]) => [plain(name), value.trim()]))
  return field => {
    const told = query[`field.${field}`]
    const names: readonly string[] = told === undefined ? NAMES[field] : [plain(told)]
    return names.map(name => known.get(name) ?? '').find(value => value !== '') ?? ''
  }
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const DELIVERED = /^(DELIVRD|DELIVERED)$/
const UNDER_WAY = /^(SUBMITTED|SENT|ACCEPTD|ACCEPTED|ENROUTE|BUFFERED)$/
const FAILED = /^(UNDELIV|UNDELIVERED|UNDELIVERABLE|FAILED|REJECTD|REJECTED|EXPIRED|DELETED|UNKNOWN|DND)$/

function reportOf(read: Read): ProviderReport {
  const status = read('status').toUpperCase()
  const token = read('cust_ref')
  const ackid = read('ackid')
  const base = {
    key: [read('mid') || ackid || token, read('dest'), status].join(':'),
    at: timeOf(read('time')),
    ...(token !== '' && { token }),
    ...(ackid !== '' && { providerMessageId: ackid, address: numberOf(read('dest')) }),
    code: status,
    answer: [read('status'), read('error')].filter(word => word !== '').join(' '),
  }
  if (DELIVERED.test(status)) return { ...base, kind: 'delivered' }
  if (UNDER_WAY.test(status)) return { ...base, kind: 'sent' }
  if (!FAILED.test(status)) throw new Error(`a status that is not known: ${status}`)
  const reason = reasonOf(status, read('error'))
  return { ...base, kind: 'bounced', reason, isPermanent: isPermanent(reason) }
}

const BY_WORDS: [RegExp, SmsReason][] = [
  [/\bdnd\b|ncpr|preference|do.not.disturb/i, 'do_not_disturb'],
  [/\bdlt\b|template|scrub|header|entity|consent/i, 'dlt_rejected'],
  [/invalid|unknown subscriber|unallocated/i, 'number_invalid'],
  [/absent|switched|unreachable|coverage|paging/i, 'number_unreachable'],
  [/block|barred|blacklist/i, 'number_blocked'],
  [/spam|filter/i, 'carrier_filtered'],
  [/expire|validity/i, 'message_expired'],
]

function reasonOf(status: string, words: string): SmsReason {
  const worded = BY_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  if (worded !== undefined) return worded
  if (status.startsWith('REJECT')) return 'dlt_rejected'
  if (status === 'EXPIRED') return 'message_expired'
  return status === 'DND' ? 'do_not_disturb' : 'not_delivered'
}

/** Returns E.164; Karix omits the plus. */
function numberOf(text: string): string {
  return `+${text.replace(/\D/g, '')}`
}

/** Uses India's time zone if the text names none. Returns now for a text without a readable time. */
function timeOf(text: string): Date {
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  if (/^1\d{9}$/.test(text)) return new Date(Number(text) * 1000)
  const local = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(text)
  const date = new Date(local === null ? text : `${local[1]}T${local[2]}+05:30`)
  return Number.isNaN(date.getTime()) ? new Date() : date
}

function inboundOf(read: Read, values: Values): InboundMessage {
  const key = read('mid') || createHash('sha256').update(JSON.stringify(values)).digest('hex')
  return { key: `in:${key}`, from: numberOf(read('from')), text: read('text'), at: timeOf(read('time')) }
}
