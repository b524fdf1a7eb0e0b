import * as z from 'zod/mini'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from './answer.ts'
import { sentenceKey } from './sentences/sentence.ts'

/**
 * Fields that many calls share, with the rules of the specification. The message of each rule is the key of a sentence in the
 * catalogue (`says`); sentences/of-issue.ts adds its values.
 */

/** Limits the number of characters. The sentence names the field by its place in the body. */
export function maxCharacters(length: number) {
  return z.maxLength(length, sentenceKey('fields.maxLength'))
}

/** For codes of a fixed length; only longer ones are refused here. */
export function onlyCharacters(length: number) {
  return z.maxLength(length, sentenceKey('fields.exactLength'))
}

const EMAIL =
  /^[A-Za-z0-9._%+-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.[A-Za-z]{2,}$/

/** The specification's email pattern: ASCII, the usual characters before the @, a top-level domain of two letters or more. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && EMAIL.test(value)
}

export const text = (maxLength = 1000) =>
  z
    .string(sentenceKey('fields.required'))
    .check(z.trim(), z.minLength(1, sentenceKey('fields.required')), maxCharacters(maxLength))

/** Text that becomes a name in an email header: no line breaks or other control characters. */
export const oneLine = (maxLength: number) =>
  z
    .string()
    .check(z.trim(), maxCharacters(maxLength), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, sentenceKey('fields.oneLine')))

export const email = z
  .string(sentenceKey('fields.required'))
  .check(z.trim(), z.minLength(1, sentenceKey('fields.required')), z.refine(isEmail, sentenceKey('fields.email')))

/** At least 8 characters with a digit and a special character; at most 200, so that hashing stays cheap. */
export const password = z
  .string(sentenceKey('fields.required'))
  .check(
    z.minLength(1, sentenceKey('fields.required')),
    maxCharacters(200),
    z.regex(/^(?=.*\p{Nd})(?=.*[^\p{L}\p{Nd}\s]).{8,}$/su, sentenceKey('fields.password')),
  )

/** Unicode letters, marks and spaces: organization names. */
export const lettersAndSpaces = text(100).check(z.regex(/^[\p{L}\p{M} ]+$/u, sentenceKey('fields.letters')))

/** A person's name also takes apostrophes, hyphen and full stop. */
export const personName = text(100).check(z.regex(/^[\p{L}\p{M} '’.-]+$/u, sentenceKey('fields.letters')))

/** Letters, digits and spaces: campaign names. */
export const lettersDigitsAndSpaces = text(100).check(
  z.regex(/^[\p{L}\p{M}\p{Nd} ]+$/u, sentenceKey('fields.lettersAndDigits')),
)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(value: string): boolean {
  return UUID.test(value)
}

export const uuid = z.string(sentenceKey('fields.required')).check(z.regex(UUID, sentenceKey('fields.format')))

/** Seconds since 1970. */
export const epochSeconds = z.int()

/** IANA time zone name that this runtime knows. */
export const timeZone = z.string().check(z.refine(isTimeZone, sentenceKey('fields.timeZone')))

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number(sentenceKey('fields.format'))
    .check(
      z.int(sentenceKey('fields.format')),
      z.minimum(minimum, sentenceKey('fields.atLeast')),
      z.maximum(maximum, sentenceKey('fields.atMost')),
    )

/** `page` from 1, `per_page` 10 by default and at most 100. Spread into a query object. */
export const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  per_page: z._default(wholeNumber(1, PER_PAGE_MAX), PER_PAGE_DEFAULT),
}

/** A calendar day in the application's time zone, `YYYY-MM-DD`. */
export const calendarDay = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, sentenceKey('fields.calendarDay')))

export const search = z.optional(z.string().check(z.trim(), maxCharacters(200)))
