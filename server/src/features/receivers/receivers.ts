/** Addresses that a member typed, checked before anything is sent to them. */
import { english } from '@notifly/contracts/sentences/english'
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import { addressKey, phoneFault } from '../../lib/addresses.ts'
import { selectLeft, selectSuppressed } from './queries.ts'

type Platform = 'email' | 'sms' | 'whatsapp'

export interface Verified {
  valid: string[]
  invalid: { receiver: string; reason: string; reason_sentence: Sentence }[]
}

const SUPPRESSED: Record<string, Sentence> = {
  hard_bounce: sentence('consent.suppressed.hardBounce'),
  complaint: sentence('consent.suppressed.complaint'),
  unsubscribe: sentence('consent.suppressed.unsubscribe'),
  manual: sentence('consent.suppressed.manual'),
}

/** Each address once, in the order and spelling in which it was typed. */
export async function verifyTyped(
  db: Db,
  applicationId: string,
  { platform, receivers }: { platform: Platform; receivers: readonly string[] },
): Promise<Verified> {
  const typed = receivers.map(each => each.trim()).filter(each => each !== '')
  const keyed = typed.map(receiver => ({ receiver, key: keyOf(platform, receiver) }))
  const keys = [...new Set(keyed.flatMap(({ key }) => key ?? []))]
  // A number may be on the list without its plus.
  const wanted = { applicationId, channel: platform, keys: keys.flatMap(key => [key, key.replace(/^\+/, '')]) }
  const [suppressed, left] = await Promise.all([selectSuppressed(db, wanted), selectLeft(db, wanted)])
  const seen = new Set<string>()
  const valid: string[] = []
  const invalid: Verified['invalid'] = []
  for (const { receiver, key } of keyed) {
    const fault = faultOf(receiver, key)
    if (fault === undefined) valid.push(receiver)
    else invalid.push({ receiver, reason: english(fault), reason_sentence: fault })
  }
  return { valid, invalid }

  function faultOf(receiver: string, key: string | null): Sentence | undefined {
    if (key === null) return platform === 'email' ? sentence('fields.email') : phoneFault(receiver)
    if (seen.has(key)) return sentence('templates.sms.receiver_twice')
    seen.add(key)
    const listed = suppressed.get(key) ?? suppressed.get(key.replace(/^\+/, ''))
    if (listed !== undefined) return SUPPRESSED[listed] ?? SUPPRESSED['manual']
    return left.has(key) ? sentence('consent.suppressed.left') : undefined
  }
}

/** The form in which contacts and the suppression list store it: email in lower case, numbers with their plus. */
function keyOf(platform: Platform, receiver: string): string | null {
  const key = addressKey(platform, receiver)
  return key === null || platform === 'email' ? key : `+${key.replace(/^\+/, '')}`
}
