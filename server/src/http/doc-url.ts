import type { SentenceKey } from '@notifly/contracts/sentences/sentence'

/** Returns the address of a refusal's explanation: this installation's page of errors, at the key. */
export function docUrlOf(publicUrl: string, key: SentenceKey): string {
  return `${new URL('/developers/errors', publicUrl).href}#${key}`
}
