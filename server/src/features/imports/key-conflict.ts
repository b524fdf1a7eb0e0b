import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'

/** The key by which a row and a contact do not agree. */
export type BlamedKey = 'email' | 'external' | 'uuid'

/** What is told of a row whose key belongs to another contact, which is named by one of its own keys. */
export function keyOfAnother(key: BlamedKey, owner: string): Sentence {
  return sentence(`imports.problems.${key}Of`, { owner })
}
