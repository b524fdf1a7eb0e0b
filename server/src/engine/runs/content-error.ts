import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence, type Words } from '@notifly/contracts/sentences/sentence'

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
