import { fieldNames } from './field-names.ts'
import { type Sentence, sentence, type SentenceKey, type SentenceValue } from './sentence.ts'

/** A fault that a schema found, as zod reports it. */
export interface Issue {
  /** The key of a sentence; zod's own message if a rule has none. */
  message: string
  path: readonly PropertyKey[]
  minimum?: unknown
  maximum?: unknown
  /** Values that a rule of our own adds for its sentence. */
  params?: unknown
}

/** Returns the sentence of an issue. Limits and the name of the field are among its values, for sentences that use them. */
export function sentenceOfIssue({ message, path, minimum, maximum, params }: Issue): Sentence {
  // "Invalid input" and the like.
  if (!/^[\w-]+(\.[\w-]+)*$/.test(message)) return { key: 'fields.format' }
  const limits = { ...(isLimit(minimum) && { minimum }), ...(isLimit(maximum) && { maximum, length: maximum }) }
  const own = params as Record<string, SentenceValue> | undefined
  return { key: message as SentenceKey, values: { field: nameOfField(path), ...limits, ...own } }
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number'
}

/** "segment name" for `segment_name`, "email subject" for `emailSubject`; positions in lists are left out. */
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

/** The sentence for a text that is too long at this place of a body. */
export function tooLong(field: string, length: number): Sentence {
  return sentence('fields.maxLength', { field: nameOfField(field.split('.')), length })
}
