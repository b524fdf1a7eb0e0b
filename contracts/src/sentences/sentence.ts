import type { SENTENCES } from './catalogue.ts'

export type SentenceKey = keyof typeof SENTENCES

/**
 * A value of a sentence: a word, a quantity, which each language formats in its own way, or another sentence, such as the name of a
 * channel. Numbers that are not quantities (a port, a status) are words.
 */
export type SentenceValue = string | number | Sentence

/** What the server says, as data: the key in the catalogue, and values for its `{{names}}`. */
export interface Sentence {
  key: SentenceKey
  values?: Record<string, SentenceValue>
}

/** One of our sentences, or the original words of a provider, a mail server or a person. */
export type Words = Sentence | string

/** Words as in an answer: the English text, and our sentences also as data. */
export interface TranslatableText extends Partial<Sentence> {
  message: string
}

type Names<English extends string> = English extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Names<Rest>
  : never

/** The values that a sentence requires; none if it has no names. */
type Values<Key extends SentenceKey> = [Names<(typeof SENTENCES)[Key]>] extends [never]
  ? []
  : [values: Record<Names<(typeof SENTENCES)[Key]>, SentenceValue>]

/** Returns a sentence of the catalogue, with exactly the values that it requires. */
export function sentence<const Key extends SentenceKey>(key: Key, ...[values]: Values<Key>): Sentence {
  return values === undefined ? { key } : { key, values }
}

/** A key of the catalogue for a rule of a schema: the message of its issue is the key. */
export function sentenceKey<const Key extends SentenceKey>(key: Key): Key {
  return key
}
