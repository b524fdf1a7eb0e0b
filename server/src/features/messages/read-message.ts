/** Reads and checks one message that a program sends, without looking at anything stored. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { FieldFailure } from '@notifly/contracts/errors'
import { isEmail, isUuid } from '@notifly/contracts/fields'
import {
  MERGE_BYTES_MAX,
  MERGE_DEPTH_MAX,
  METADATA_BYTES_MAX,
  SEND_AT_DAYS_MAX,
  SentMessage,
} from '@notifly/contracts/messages/messages'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { sentence } from '@notifly/contracts/sentences/sentence'
import * as z from 'zod/mini'
import { isOfDevices } from '../../channels/registry.ts'
import type { MessageData } from '../../engine/streams/streams.ts'
import { addressKey } from '../../lib/addresses.ts'
import { AppError, invalidField, invalidFields } from '../../lib/app-error.ts'
import { readAttachments } from '../campaigns/campaigns.ts'
import { mergeKey } from '../imports/imports.ts'

/** What `to` names. An id may be ours or the application's own. */
export type Target =
  | { kind: 'any'; id: string }
  | { kind: 'contact_uuid' | 'external_user_id'; id: string }
  | { kind: 'address'; id: string; written: string }

export interface ReadMessage {
  sent: SentMessage
  channel: Channel
  target: Target
  isTransactional: boolean
  topicId: string | null
  sendAt: Date | null
  copies: string[]
  /** Without the content, which follows from the template later. */
  data: MessageData
}

/** Reads an unchecked item of a batch. Returns its refusal instead of throwing it. */
export function readUnknown(sent: unknown, now: Date): ReadMessage | AppError {
  const { success, data, error } = z.safeParse(SentMessage, sent)
  if (!success) {
    return invalidFields(
      error.issues.map(issue => ({ field: issue.path.map(String).join('.') || 'message', ...sentenceOfIssue(issue) })),
    )
  }
  try {
    return readMessage(data, now)
  } catch (refusal) {
    if (refusal instanceof AppError) return refusal
    throw refusal
  }
}

/** Throws invalidInput with a sentence at each field that is refused. */
export function readMessage(sent: SentMessage, now: Date): ReadMessage {
  const errors: FieldFailure[] = []
  const { channel } = sent
  demandContent(sent, errors)
  const target = targetOf(channel, sent.to)
  if (isOfDevices(channel) && (target.kind === 'address' || sent.create_contact === true)) {
    errors.push({ field: 'to', ...sentence('messages.contactOnly') })
  }
  const sendAt = readMoment(sent.send_at, now, errors)
  readMerge(sent.merge ?? {}, errors)
  if (sent.metadata !== undefined && bytesOf(sent.metadata) > METADATA_BYTES_MAX) {
    errors.push({ field: 'metadata', ...sentence('messages.metadataSize', { kilobytes: METADATA_BYTES_MAX / 1024 }) })
  }
  const copies = [...new Set((sent.cc ?? []).map(address => address.toLowerCase()))]
  readHeaders(sent.headers ?? {}, errors)
  if (errors.length > 0) throw invalidFields(errors)
  const files = readAttachments(sent.attachments ?? [])
  return {
    sent,
    channel,
    target,
    isTransactional: sent.class !== 'marketing',
    topicId: sent.topic?.toLowerCase() ?? null,
    sendAt,
    copies,
    data: {
      ...(sent.merge !== undefined && Object.keys(sent.merge).length > 0 && { merge: sent.merge }),
      ...(sent.cc !== undefined && sent.cc.length > 0 && { cc: [...sent.cc] }),
      ...(sent.reply_to !== undefined && { replyTo: sent.reply_to }),
      ...(sent.headers !== undefined && Object.keys(sent.headers).length > 0 && { headers: sent.headers }),
      ...(files.length > 0 && {
        files: files.map(({ filename, mediaType, content }) => ({
          filename,
          contentType: mediaType,
          content: content.toString('base64'),
        })),
      }),
    },
  }
}

function demandContent({ channel, template, content }: SentMessage, errors: FieldFailure[]): void {
  if (channel === 'whatsapp') {
    if (template === undefined) errors.push({ field: 'template', ...sentence('messages.template') })
  } else if ((template === undefined) === (content === undefined)) {
    errors.push({ field: 'template', ...sentence('messages.templateOrContent') })
  }
}

const PHONE = /^\+\d[\d\s().-]{5,30}$/

/** Text that looks like an address of the channel is one; everything else names a contact. */
export function targetOf(channel: Channel | undefined, to: SentMessage['to']): Target {
  if (typeof to === 'object') {
    return 'contact_uuid' in to
      ? { kind: 'contact_uuid', id: to.contact_uuid.toLowerCase() }
      : { kind: 'external_user_id', id: to.external_user_id }
  }
  const looksRight =
    channel === 'email'
      ? isEmail(to)
      : channel === 'sms' || channel === 'whatsapp'
        ? PHONE.test(to)
        : channel === undefined && (isEmail(to) || PHONE.test(to))
  if (looksRight) {
    const key = addressKey(isEmail(to) ? 'email' : 'sms', to)
    if (key === null) throw invalidField('to', sentence('fields.mobile'))
    return { kind: 'address', id: key, written: to }
  }
  return isUuid(to) ? { kind: 'any', id: to } : { kind: 'external_user_id', id: to }
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i
const DAY_MS = 86_400_000
/** How far a sender's clock may lag behind: `send_at` that long ago is taken as now. */
const PAST_MS = 60_000

function readMoment(sent: string | number | undefined, now: Date, errors: FieldFailure[]): Date | null {
  if (sent === undefined) return null
  const ms =
    typeof sent === 'number' ? Math.round(sent * 1000) : ISO.test(sent) ? Date.parse(sent.replace(' ', 'T')) : NaN
  const moment = new Date(ms)
  const aheadMs = ms - now.getTime()
  const field = 'send_at'
  if (Number.isNaN(moment.getTime())) errors.push({ field, ...sentence('messages.sendAt') })
  else if (aheadMs < -PAST_MS) errors.push({ field, ...sentence('messages.past') })
  else if (aheadMs > SEND_AT_DAYS_MAX * DAY_MS) {
    errors.push({ field, ...sentence('messages.tooFar', { days: SEND_AT_DAYS_MAX }) })
  }
  return aheadMs > 0 ? moment : null
}

function readMerge(merge: Record<string, unknown>, errors: FieldFailure[]): void {
  for (const [name, value] of Object.entries(merge)) {
    const field = `merge.${name}`
    if (!isMergeName(name)) errors.push({ field, ...sentence('messages.mergeName') })
    if (!isShallow(value, MERGE_DEPTH_MAX)) {
      errors.push({ field, ...sentence('messages.mergeValue', { depth: MERGE_DEPTH_MAX }) })
    }
    if (errors.length >= ERRORS_MAX) return
  }
  if (errors.length === 0 && bytesOf(merge) > MERGE_BYTES_MAX) {
    errors.push({ field: 'merge', ...sentence('messages.mergeSize', { kilobytes: MERGE_BYTES_MAX / 1024 }) })
  }
}

/** Names that were checked before: the messages of a program mostly use the same ones. */
const mergeNames = new Set<string>()
const MERGE_NAMES_MAX = 10_000

function isMergeName(name: string): boolean {
  if (mergeNames.has(name)) return true
  if (mergeKey(name) !== name) return false
  if (mergeNames.size >= MERGE_NAMES_MAX) mergeNames.clear()
  mergeNames.add(name)
  return true
}

/** Further errors would tell the sender nothing new. */
const ERRORS_MAX = 50

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth <= 1) return false
  return Object.entries(value).every(([name, each]) => name !== '__proto__' && isShallow(each, depth - 1))
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** Header names that are allowed besides those that begin with `X-`. */
const HEADERS: ReadonlySet<string> = new Set([
  'references',
  'in-reply-to',
  'importance',
  'priority',
  'auto-submitted',
  'list-id',
])
const OWN_HEADER = /^x-[a-z0-9-]{1,74}$/
/** Headers that we set to recognise bounces and replies. */
const OURS = /^x-(?:notifly|ses)-/

function readHeaders(headers: Record<string, string>, errors: FieldFailure[]): void {
  const names = Object.keys(headers).map(name => name.toLowerCase())
  for (const [index, name] of names.entries()) {
    const isAllowed = HEADERS.has(name) || (OWN_HEADER.test(name) && !OURS.test(name))
    if (!isAllowed || names.indexOf(name) !== index) {
      errors.push({ field: `headers.${Object.keys(headers)[index] ?? ''}`, ...sentence('messages.header') })
    }
  }
}
