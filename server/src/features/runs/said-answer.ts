import type { TrailEvent } from '@notifly/contracts/runs/deliveries'
import { english } from '@notifly/contracts/sentences/english'
import { readWords } from '../../lib/stored-words.ts'

/** What a provider answered to an attempt, as it said it; or, of one that got no answer, our own sentence. */
export function saidAnswer(answer: string | null): Pick<TrailEvent, 'answer' | 'answer_sentence'> {
  const words = answer === null ? null : readWords(answer)
  if (typeof words !== 'object' || words === null) return { answer }
  return { answer: english(words), answer_sentence: words }
}
