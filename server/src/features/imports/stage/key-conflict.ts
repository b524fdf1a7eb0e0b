import { MERGE_FIELDS_MAX_BYTES } from '@notifly/contracts/contacts/contacts'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** The key by which a row and a contact do not agree. */
export type BlamedKey = 'email' | 'external' | 'uuid'
/** Or the size that the contact would have. */
export type Blame = BlamedKey | 'size'

/** What a contact does not take: a key of another contact, which is named by one of its own keys, or more than it may have. */
export function complaintOf(blame: Blame, owner: string): Sentence {
  return blame === 'size' ? tooMuch() : sentence(`imports.problems.${blame}Of`, { owner })
}

/** Of a row whose merge fields are too large, alone or with those that its contact has. */
export function tooMuch(): Sentence {
  return sentence('imports.problems.size', { kilobytes: MERGE_FIELDS_MAX_BYTES / 1024 })
}
