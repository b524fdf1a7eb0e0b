import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'
import { wordsOf } from '../lib/stored-words.ts'

/** What one run says cannot be put into a mail, for any recipient. Other runs of the channel are not to blame. */
export class ContentError extends Error {
  readonly sentence: Sentence

  constructor(reason: Words, cause: unknown) {
    const said = sentence('campaigns.unsendable', { reason })
    super(english(said), { cause })
    this.name = 'ContentError'
    this.sentence = said
  }
}

/** Stored settings or content that nothing can be sent with; the words are for those who can mend it. */
export class ConfigurationError extends Error {
  readonly words: Words

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ConfigurationError'
    this.words = wordsOf(cause)
  }
}

/** Runs `work`; whatever it throws becomes a ConfigurationError, but for what a run's content is to blame for. */
export function usingConfiguration<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentError) throw error
    throw new ConfigurationError(error)
  }
}
