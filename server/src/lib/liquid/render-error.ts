import { english } from '@notifly/contracts/sentences/english'
import type { Sentence } from '@notifly/contracts/sentences/sentence'

/** A value cannot be used at its place in the template. The delivery fails and names the field. */
export class RenderError extends Error {
  readonly field: string
  readonly sentence: Sentence

  constructor(field: string, sentence: Sentence) {
    super(english(sentence))
    this.name = 'RenderError'
    this.field = field
    this.sentence = sentence
  }
}
