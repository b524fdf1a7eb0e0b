import type { SentenceKey } from '@notifly/contracts/sentences/sentence'

/** Where the reference of this installation explains a refusal: its page of errors, at the key. */
export function docUrlOf(publicUrl: string, key: SentenceKey): string {
  return `${new URL('/developers/errors', publicUrl).href}#${key}`
}
