import * as z from 'zod/mini'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from './answer.ts'

/**
 * Fields that many calls share, with the rules and the sentences of the specification. zod/mini by itself says only
 * "Invalid input", so each rule brings its sentence; the dashboard shows them and translates them by the sentence's key.
 */
export const MESSAGES = {
  required: 'This field is required.',
  email: 'Please enter a valid Email Id.',
  password: 'Password must contain at least 8 characters, including at least one number and one special character.',
  confirmed: "Passwords don't match.",
  format: 'Please enter a valid format.',
  letters: 'The field may only contain alphabetic characters.',
  lettersAndDigits: 'The field may only contain alphabetic characters and numbers.',
  oneLine: 'This has to fit on one line, without control characters.',
  mobile: 'Please enter a valid mobile number.',
  domain: "This email id doesn't belong to this organization.",
  hour: 'The field must be a number between 1 and 12.',
  maxLength: (field: string, length: number) => `The ${field} field can have at max ${length} characters`,
  exactLength: (field: string, length: number) => `The ${field} field must have only ${length} characters`,
} as const

/** At most so many characters. The sentence names the field by its place in the body. */
export function maxCharacters(length: number) {
  return z.maxLength(length, { error: issue => MESSAGES.maxLength(fieldWords(issue.path ?? []), length) })
}

/** Of codes that have so many characters; only what is longer is refused here. */
export function onlyCharacters(length: number) {
  return z.maxLength(length, { error: issue => MESSAGES.exactLength(fieldWords(issue.path ?? []), length) })
}

/** What is too long at this place of a body: its sentence. */
export function tooLong(field: string, length: number): string {
  return MESSAGES.maxLength(fieldWords(field.split('.')), length)
}

/** "segment name" of `segment_name`, "email subject" of `emailSubject`; places in lists are left out. */
function fieldWords(path: readonly PropertyKey[]): string {
  const names = path.map(String).filter(key => !/^\d+$/.test(key))
  const name = names.at(-1) ?? ''
  return name
    .replaceAll('_', ' ')
    .replace(/[a-z][A-Z]/g, pair => `${pair.charAt(0)} ${pair.charAt(1)}`)
    .toLowerCase()
}

const EMAIL =
  /^[A-Za-z0-9._%+-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*\.[A-Za-z]{2,}$/

/** The specification's address pattern: ASCII, the usual signs before the @, a top-level domain of two letters or more. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && value.indexOf('@') <= 64 && EMAIL.test(value)
}

export const text = (maxLength = 1000) =>
  z.string(MESSAGES.required).check(z.trim(), z.minLength(1, MESSAGES.required), maxCharacters(maxLength))

/** What becomes a name in a mail's header: no line breaks and no other control characters. */
export const oneLine = (maxLength: number) =>
  z.string().check(z.trim(), maxCharacters(maxLength), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, MESSAGES.oneLine))

export const email = z
  .string(MESSAGES.required)
  .check(z.trim(), z.minLength(1, MESSAGES.required), z.refine(isEmail, MESSAGES.email))

/** At least 8 characters with a digit and a special character; at most 200, so that hashing stays cheap. */
export const password = z
  .string(MESSAGES.required)
  .check(
    z.minLength(1, MESSAGES.required),
    maxCharacters(200),
    z.regex(/^(?=.*\p{Nd})(?=.*[^\p{L}\p{Nd}\s]).{8,}$/su, MESSAGES.password),
  )

/** Unicode letters, marks and spaces: organization names. */
export const lettersAndSpaces = text(100).check(z.regex(/^[\p{L}\p{M} ]+$/u, MESSAGES.letters))

/** A person's name also takes apostrophes, hyphen and full stop. */
export const personName = text(100).check(z.regex(/^[\p{L}\p{M} '’.-]+$/u, MESSAGES.letters))

/** Letters, digits and spaces: campaign names. */
export const lettersDigitsAndSpaces = text(100).check(z.regex(/^[\p{L}\p{M}\p{Nd} ]+$/u, MESSAGES.lettersAndDigits))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(value: string): boolean {
  return UUID.test(value)
}

export const uuid = z.string(MESSAGES.required).check(z.regex(UUID, MESSAGES.format))

/** Seconds since 1970. */
export const epochSeconds = z.int()

/** IANA time zone name that this runtime knows. */
export const timeZone = z.string().check(z.refine(isTimeZone, 'Choose a time zone, for example Asia/Kolkata.'))

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
    .number(MESSAGES.format)
    .check(
      z.int(MESSAGES.format),
      z.minimum(minimum, `At least ${minimum}.`),
      z.maximum(maximum, `At most ${maximum}.`),
    )

/** `page` from 1, `per_page` 10 by default and at most 100. Spread into a query object. */
export const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  per_page: z._default(wholeNumber(1, PER_PAGE_MAX), PER_PAGE_DEFAULT),
}

/** A calendar day of the application's zone, `YYYY-MM-DD`. */
export const calendarDay = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Use the form YYYY-MM-DD.'))

export const search = z.optional(z.string().check(z.trim(), maxCharacters(200)))
