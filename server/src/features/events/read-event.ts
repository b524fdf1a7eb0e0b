/** Validates an event that a program sent, on its own. */
import { EVENT_BYTES_MAX, FUTURE_MINUTES, SentEvent, type SentValue } from '@notifly/contracts/events/events'
import type { FieldFailure } from '@notifly/contracts/errors'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { AppError, invalidField, invalidFields } from '../../lib/app-error.ts'
import type { PropertyType } from '../../people/events/catalogue.ts'
import type { EventValue } from '../../people/events/events.ts'
import { mergeKey, typeOf } from '../imports/imports.ts'

/** How an event identifies its contact. */
export type Contact = { field: 'external_user_id' | 'contact_uuid'; id: string }

export interface ReadEvent {
  contact: Contact
  name: string
  occurredAt: Date
  properties: Record<string, EventValue>
  types: Record<string, PropertyType>
  /** Of the sender's id; undefined where none was sent. */
  idHash: string | undefined
  /** About what it takes in the database. */
  sizeBytes: number
}

export interface Moments {
  now: Date
  /** How long events are kept. */
  days: number
}

/** For one of a batch, which is not validated yet. Returns its refusal instead of throwing it. */
export function readUnknown(sent: unknown, moments: Moments): ReadEvent | AppError {
  const { success, data, error } = z.safeParse(SentEvent, sent)
  if (!success) {
    return invalidFields(
      error.issues.map(issue => ({ field: issue.path.map(String).join('.') || 'event', ...sentenceOfIssue(issue) })),
    )
  }
  try {
    return readEvent(data, moments)
  } catch (refusal) {
    if (refusal instanceof AppError) return refusal
    throw refusal
  }
}

/** Returns the event as it is stored. Throws invalidInput with a sentence at each refused field. */
export function readEvent(sent: SentEvent, moments: Moments): ReadEvent {
  const errors: FieldFailure[] = []
  const occurredAt = readMoment(sent.occurred_at, moments, errors)
  const { properties, types } = readProperties(sent.properties ?? {}, errors)
  if (errors.length > 0) throw invalidFields(errors)
  const contentBytes = Buffer.byteLength(sent.name) + Buffer.byteLength(JSON.stringify(properties))
  if (contentBytes > EVENT_BYTES_MAX) {
    throw invalidField('properties', sentence('events.size', { kilobytes: EVENT_BYTES_MAX / 1024 }))
  }
  return {
    contact: contactOf(sent),
    name: sent.name,
    occurredAt,
    properties,
    types,
    idHash: sent.id === undefined ? undefined : hashOf(sent.id),
    sizeBytes: ROW_BYTES + contentBytes,
  }
}

/**
 * Size of an event besides its name and the JSON of its properties, with both indexes and its id: 640 were measured with eight properties.
 */
const ROW_BYTES = 600

function contactOf({ external_user_id: own, contact_uuid: ours }: SentEvent): Contact {
  return own === undefined
    ? { field: 'contact_uuid', id: (ours ?? '').toLowerCase() }
    : { field: 'external_user_id', id: own }
}

/** 128 bits of SHA-256, written as a UUID. An id may contain a person's name, so only its hash is stored. */
function hashOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

function readMoment(sent: string | number | undefined, { now, days }: Moments, errors: FieldFailure[]): Date {
  if (sent === undefined) return now
  const ms =
    typeof sent === 'number' ? Math.round(sent * 1000) : ISO.test(sent) ? Date.parse(sent.replace(' ', 'T')) : NaN
  const moment = new Date(ms)
  const refuse = (reason: Omit<FieldFailure, 'field'>) => errors.push({ field: 'occurred_at', ...reason })
  if (Number.isNaN(moment.getTime())) refuse(sentence('events.moment'))
  else if (ms < now.getTime() - days * DAY_MS) refuse(sentence('events.tooOld', { days }))
  else if (ms > now.getTime() + FUTURE_MINUTES * MINUTE_MS) {
    refuse(sentence('events.future', { minutes: FUTURE_MINUTES }))
  }
  return moment
}

function readProperties(sent: Record<string, SentValue>, errors: FieldFailure[]) {
  const properties: Record<string, EventValue> = {}
  const types: Record<string, PropertyType> = {}
  for (const [name, value] of Object.entries(sent)) {
    const field = `properties.${name}`
    if (mergeKey(name) !== name) errors.push({ field, ...sentence('events.propertyName') })
    if (value === null || value === '') continue
    if (typeof value === 'number' && Math.abs(value) >= NUMBER_MAX) errors.push({ field, ...sentence('events.number') })
    properties[name] = typeof value === 'number' ? rounded(value) : value
    types[name] = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : typeOf(value)
  }
  return { properties, types }
}

/** Numbers in rules have at most 15 digits before and 15 after the point, like numbers of merge fields. */
const NUMBER_MAX = 1e15

/** Rounds to 15 significant digits, which a double represents as they are written: 0.1 + 0.2 is 0.3. */
function rounded(value: number): number {
  if (Number.isSafeInteger(value) && Math.abs(value) < NUMBER_MAX) return value || 0
  return Number(Number(value.toPrecision(15)).toFixed(15)) || 0
}
