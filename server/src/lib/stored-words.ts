import { SENTENCES } from '@notifly/contracts/sentences/catalogue'
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'

/** Words as a text column holds them: JSON of a sentence, or of what others said. */
export function storedWords(words: Words): string {
  return JSON.stringify(words)
}

/**
 * The words of a text column. What is no sentence of the catalogue is read unchanged: plain English of rows from before
 * sentences were data, answers of providers (which may be JSON too), sentences of a newer version.
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

/** What an error says to a person: its own `sentence` where it has one, else its message. */
export function wordsOf(error: unknown): Words {
  if (!(error instanceof Error)) return String(error)
  return 'sentence' in error ? (error.sentence as Sentence) : error.message
}

/** A reason, and behind it in brackets what the other side answered, where it said anything. */
export function withAnswer(reason: Words, answer: string): Words {
  return answer === '' ? reason : sentence('reasons.withAnswer', { reason, answer })
}
