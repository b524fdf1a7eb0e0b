import { fieldNames } from './field-names.ts'
import { type Sentence, sentence, type SentenceKey, type SentenceValue } from './sentence.ts'

/** What a schema found wrong, as zod tells it. */
export interface Issue {
  /** The key of a sentence; zod's own words where a rule brings none. */
  message: string
  path: readonly PropertyKey[]
  minimum?: unknown
  maximum?: unknown
  /** What a rule of its own adds: values of its sentence. */
  params?: unknown
}

/** What an issue says. Its limits and the name of its field are there for sentences that have places for them. */
export function sentenceOfIssue({ message, path, minimum, maximum, params }: Issue): Sentence {
  // "Invalid input" and its like.
  if (!/^[\w-]+(\.[\w-]+)*$/.test(message)) return { key: 'fields.format' }
  const limits = { ...(isLimit(minimum) && { minimum }), ...(isLimit(maximum) && { maximum, length: maximum }) }
  const own = params as Record<string, SentenceValue> | undefined
  return { key: message as SentenceKey, values: { field: nameOfField(path), ...limits, ...own } }
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number'
}

/** "segment name" of `segment_name`, "email subject" of `emailSubject`; places in lists are left out. */
export function nameOfField(path: readonly PropertyKey[]): SentenceValue {
  const names = path.map(String).filter(key => !/^\d+$/.test(key))
  const name = names.at(-1) ?? ''
  const words = name
    .replaceAll('_', ' ')
    .replace(/[a-z][A-Z]/g, pair => `${pair.charAt(0)} ${pair.charAt(1)}`)
    .toLowerCase()
  const key = `fieldNames.${words.replace(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase())}`
  return Object.hasOwn(fieldNames, key) ? { key: key as keyof typeof fieldNames } : words
}

/** What is too long at this place of a body: its sentence. */
export function tooLong(field: string, length: number): Sentence {
  return sentence('fields.maxLength', { field: nameOfField(field.split('.')), length })
}
