import type { SENTENCES } from './catalogue.ts'

export type SentenceKey = keyof typeof SENTENCES

/**
 * A value of a sentence: a word, a quantity, which each language writes its own way, or a sentence of its own such as the name of a
 * channel. Numbers that count nothing (a port, a status) are words.
 */
export type SentenceValue = string | number | Sentence

/** What the server says, as data: the key in the catalogue, and the values of its `{{names}}`. */
export interface Sentence {
  key: SentenceKey
  values?: Record<string, SentenceValue>
}

/** A sentence of ours, or the words of others as they said them: a provider, a mail server. */
export type Words = Sentence | string

/** Words as an answer carries them: in English, and a sentence of ours as data too. */
export interface Said extends Partial<Sentence> {
  message: string
}

type Names<English extends string> = English extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** The values that a sentence needs; none where it has no names. */
type Values<Key extends SentenceKey> = [Names<(typeof SENTENCES)[Key]>] extends [never]
  ? []
  : [values: Record<Names<(typeof SENTENCES)[Key]>, SentenceValue>]

/** A sentence of the catalogue with exactly the values that it needs. */
export function sentence<const Key extends SentenceKey>(key: Key, ...[values]: Values<Key>): Sentence {
  return values === undefined ? { key } : { key, values }
}

/** A key of the catalogue, for rules of a schema: their issue's message is the key. */
export function says<const Key extends SentenceKey>(key: Key): Key {
  return key
}
