/** The kinds of fields that providers declare their settings with. */
import * as z from 'zod/mini'
import { email, oneLine, text } from '../fields.ts'
import { type FieldPlace, RETYPE_SECRET } from './form.ts'
import { sentenceKey, type SentenceKey } from '../sentences/sentence.ts'

const answeredText = z.optional(z.string())

const plain = {
  isOptional: false,
  isSecret: false,
  initial: '',
  boundTo: [],
  retype: RETYPE_SECRET,
  goesWith: [],
} as const

interface TextRule extends FieldPlace {
  maxLength: number
  pattern?: RegExp
  /** The sentence for text that does not match the pattern. */
  message?: SentenceKey
  input?: 'numeric' | 'tel'
  isLearnt?: boolean
}

/** A required line. */
export function textField({ pattern, message = sentenceKey('fields.format'), ...rule }: TextRule) {
  const schema = text(rule.maxLength)
  const checked = pattern === undefined ? schema : schema.check(z.regex(pattern, message))
  return { ...plain, ...rule, kind: 'text', schema: checked, answer: z.string() } as const
}

/** An optional line. */
export function optionalText({ pattern, message = sentenceKey('fields.format'), ...rule }: TextRule) {
  const fits = (value: string) => value === '' || pattern === undefined || pattern.test(value)
  const schema = z.optional(oneLine(rule.maxLength).check(z.refine(fits, message)))
  return { ...plain, ...rule, kind: 'text', schema, answer: answeredText, isOptional: true } as const
}

/** Digits only, for ids that providers assign. */
export function idField(place: FieldPlace) {
  return textField({ ...place, maxLength: 40, pattern: /^\d+$/, message: 'channels.digits', input: 'numeric' })
}

export function emailField(place: FieldPlace) {
  return {
    ...plain,
    ...place,
    kind: 'text',
    schema: email,
    answer: z.string(),
    maxLength: 254,
    input: 'email',
  } as const
}

// Forms send the lines of a key with line endings of their own.
const sameLines = z.overwrite((value: string) => value.replaceAll('\r\n', '\n').trim())

interface SecretRule extends FieldPlace {
  optional?: boolean
  boundTo?: readonly string[]
  retype?: SentenceKey
  goesWith?: readonly string[]
  shownAs?: string
  /** Several lines, which people may upload as a file with one of these extensions. */
  file?: string
}

/** Certificates in PEM format, which people may upload as a file. They are not secret. */
export function certificateField(place: FieldPlace) {
  const schema = z.optional(z.string().check(sameLines, z.maxLength(20_000, sentenceKey('fields.tooLong'))))
  return {
    ...plain,
    ...place,
    kind: 'textarea',
    schema,
    answer: answeredText,
    isOptional: true,
    file: '.pem,.crt,.cer',
  } as const
}

/** Absent, empty or asterisks: the stored secret is kept. Null removes an optional one. */
export function secretField({ optional = false, file, ...rule }: SecretRule) {
  const schema = z.optional(z.nullable(z.string().check(sameLines, z.maxLength(10_000, sentenceKey('fields.tooLong')))))
  return {
    ...plain,
    ...rule,
    ...(file !== undefined && { file }),
    kind: file === undefined ? 'secret' : 'textarea',
    schema,
    answer: answeredText,
    isOptional: optional,
    isSecret: true,
  } as const
}

interface NumberRule extends FieldPlace {
  minimum: number
  maximum: number
  /** The sentence for a value that is refused. */
  message: SentenceKey
  initial: number
}

const wholeNumber = ({ minimum, maximum, message }: NumberRule) =>
  z.coerce.number(message).check(z.int(message), z.minimum(minimum, message), z.maximum(maximum, message))

/** An integer, or its digits as forms send them. */
export function numberField(rule: NumberRule) {
  const { section, wide = false, initial } = rule
  const length = { maxLength: String(rule.maximum).length, input: 'numeric' } as const
  return {
    ...plain,
    ...length,
    section,
    wide,
    initial,
    kind: 'number',
    schema: wholeNumber(rule),
    answer: z.int(),
  } as const
}

/** An integer; `initial` unless it is set. */
export function defaultedNumber(rule: NumberRule) {
  return { ...numberField(rule), schema: z._default(wholeNumber(rule), rule.initial) } as const
}

/** A rate limit of our own below the provider's, or none. */
export function rateField(place: FieldPlace) {
  const rate = z.coerce
    .number(sentenceKey('fields.format'))
    .check(z.minimum(0.1, sentenceKey('fields.atLeast')), z.maximum(100_000, sentenceKey('fields.atMost')))
  return {
    ...plain,
    ...place,
    kind: 'number',
    schema: z.optional(z.nullable(rate)),
    answer: z.nullable(z.number()),
    isOptional: true,
    initial: null,
    maxLength: 7,
    input: 'decimal',
  } as const
}

/** One of several options; `initial` unless one is selected. */
export function selectField<const Options extends readonly string[]>(
  rule: FieldPlace & {
    options: Options
    initial: Options[number]
    optionNames?: Readonly<Record<string, string>>
  },
) {
  const choice = z.enum(rule.options, sentenceKey('channels.fromList'))
  return { ...plain, ...rule, kind: 'select', schema: z._default(choice, rule.initial), answer: choice } as const
}
