import { SENTENCES } from '@notifly/contracts/sentences/catalogue'
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'

/** Serializes words for a text column: JSON of a sentence, or the text of others. */
export function storedWords(words: Words): string {
  return JSON.stringify(words)
}

/**
 * Parses words of a text column. Anything that is not a sentence of the catalogue is returned as text: English of rows from before
 * sentences were data, providers' answers (which may be JSON too), sentences of a newer version.
 */
export function readWords(text: string): Words {
  const found = parsed(text)
  return typeof found === 'string' || isSentence(found) ? found : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isSentence(found: unknown): found is Sentence {
  if (typeof found !== 'object' || found === null) return false
  const { key, values = {} } = found as { key?: unknown; values?: unknown }
  if (typeof key !== 'string' || !Object.hasOwn(SENTENCES, key)) return false
  if (typeof values !== 'object' || values === null) return false
  return Object.values(values).every(
    value => typeof value === 'string' || typeof value === 'number' || isSentence(value),
  )
}

/** What an error says to a person: its own `sentence` if it has one, else its message. */
export function wordsOf(error: unknown): Words {
  if (!(error instanceof Error)) return String(error)
  return 'sentence' in error ? (error.sentence as Sentence) : error.message
}

/** Returns a reason, followed by the other side's answer in brackets, if any. */
export function withAnswer(reason: Words, answer: string): Words {
  return answer === '' ? reason : sentence('reasons.withAnswer', { reason, answer })
}
