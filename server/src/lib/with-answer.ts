import { sentence, type Words } from '@notifly/contracts/sentences/sentence'

/** A reason, and behind it in brackets what the other side answered, where it said anything. */
export function withAnswer(reason: Words, answer: string): Words {
  return answer === '' ? reason : sentence('reasons.withAnswer', { reason, answer })
}
