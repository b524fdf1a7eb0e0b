/** Names of events. */
import * as z from 'zod/mini'
import { maxCharacters } from '../fields.ts'
import { sentenceKey } from '../sentences/sentence.ts'

export const EVENT_NAME_MAX = 100
/** ASCII letters and digits, with single separators between them: a name is the same in a URL, a rule and a file. */
const NAME = /^[A-Za-z0-9]+(?:[ _.:-][A-Za-z0-9]+)*$/

export const eventName = z
  .string(sentenceKey('fields.required'))
  .check(maxCharacters(EVENT_NAME_MAX), z.regex(NAME, sentenceKey('events.name')))
