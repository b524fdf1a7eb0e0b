/** Refuses messages to receivers, and to those of copies, who may not be written to now. What changes later the worker sees. */
import type { FieldFailure } from '@notifly/contracts/errors'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import { type AppError, invalidFields } from '../../lib/app-error.ts'
import { type IntendedRecipient, type ReasonNow, skipReasonsNow } from '../../people/reach/skip-reasons-now.ts'
import type { ActContext } from '../approvals/approvals.ts'

/** At which field of which message somebody is meant. */
export interface IntendedRecipientAt extends IntendedRecipient {
  index: number
  field: string
}

/** The refusals, by the message's index. */
export async function unreachable(
  { db, deps, actor }: ActContext,
  meant: readonly IntendedRecipientAt[],
): Promise<Map<number, AppError>> {
  const reasons = await skipReasonsNow(db, deps.secrets, actor.applicationId, meant)
  const failures = new Map<number, FieldFailure[]>()
  for (const [{ index, field }, reason] of reasons) {
    failures.set(index, [...(failures.get(index) ?? []), { field, ...sentenceFor(reason) }])
  }
  return new Map([...failures].map(([index, errors]) => [index, invalidFields(errors)]))
}

function sentenceFor(reason: ReasonNow): Sentence {
  switch (reason) {
    case 'contact_erased':
      return sentence('messages.erased')
    case 'unsubscribed':
      return sentence('messages.unsubscribed')
    case 'unsubscribed_topic':
      return sentence('messages.leftTopic')
    default:
      return sentence('messages.suppressed', { reason: sentence(`reasons.delivery.${reason}`) })
  }
}
