import type { Sentence, Words } from '@notifly/contracts/sentences/sentence'

/** What an error says to a person: its own `sentence` where it has one, else its message. */
export function wordsOf(error: unknown): Words {
  if (!(error instanceof Error)) return String(error)
  return 'sentence' in error ? (error.sentence as Sentence) : error.message
}
