/** How rules compare a value: that of a contact's field, or of an event's property. */
import * as z from 'zod/mini'
import { maxCharacters } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

/** Most characters of a text that a rule compares with. */
export const RULE_VALUE_MAX = 200

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/

/** A calendar day that exists, `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isDay, sentenceKey('rules.day')))

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const DAYS_MAX = 3650
export const days = z
  .int()
  .check(z.minimum(1, sentenceKey('fields.atLeast')), z.maximum(DAYS_MAX, sentenceKey('fields.days')))
// PostgreSQL's text holds no NUL.
export const words = z.string().check(
  z.minLength(1, sentenceKey('fields.required')),
  maxCharacters(RULE_VALUE_MAX),
  z.refine(text => !text.includes('\u0000'), sentenceKey('fields.format')),
)
const amount = z
  .number()
  .check(z.minimum(-1e15, sentenceKey('fields.atLeast')), z.maximum(1e15, sentenceKey('fields.atMost')))

export const ORDER = { error: sentenceKey('rules.order'), path: ['to'] }
/** Whether the ends of a range, each of which has been checked, are in order. */
export function inOrder(range: unknown): boolean {
  const { from, to } = range as { from: number | string; to: number | string }
  return from <= to
}

const presence = z.enum(['is_empty', 'is_not_empty'])
export const TEXT_OPERATORS = ['is', 'is_not', 'contains', 'contains_not', 'starts_with'] as const
export const NUMBER_OPERATORS = ['equals', 'not_equals', 'less_than', 'greater_than'] as const

/** The comparisons of each type; `about` holds the fields that say what is compared. */
export function comparisons<const About extends Record<string, z.ZodMiniType>>(about: About) {
  const text = { ...about, type: z.literal('text') }
  const number = { ...about, type: z.literal('number') }
  const date = { ...about, type: z.literal('date') }
  const boolean = { ...about, type: z.literal('boolean') }
  return z.discriminatedUnion('type', [
    z.discriminatedUnion('op', [
      z.object({ ...text, op: z.enum(TEXT_OPERATORS), value: words }),
      z.object({ ...text, op: presence }),
    ]),
    z.discriminatedUnion('op', [
      z.object({ ...number, op: z.enum(NUMBER_OPERATORS), value: amount }),
      /** Both ends included. */
      z.object({ ...number, op: z.literal('between'), from: amount, to: amount }).check(z.refine(inOrder, ORDER)),
      z.object({ ...number, op: presence }),
    ]),
    z.discriminatedUnion('op', [
      /** `before` and `after` leave the day itself out. */
      z.object({ ...date, op: z.enum(['before', 'after', 'on']), value: day }),
      /** Both ends included. */
      z.object({ ...date, op: z.literal('between'), from: day, to: day }).check(z.refine(inOrder, ORDER)),
      /** Days up to today; future days are not included. */
      z.object({ ...date, op: z.literal('last_days'), days }),
      z.object({ ...date, op: presence }),
    ]),
    z.discriminatedUnion('op', [
      z.object({ ...boolean, op: z.enum(['is_true', 'is_false']) }),
      z.object({ ...boolean, op: presence }),
    ]),
  ])
}
