/** The public half of a DKIM key as the DNS record that receivers look up (RFC 6376 section 3.6.1, RFC 8463). */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

interface DkimSettings {
  domain: string
  selector: string
  privateKey: string
}

interface DkimRecord {
  name: string
  type: 'TXT'
  value: string
}

/** The record for a key that was checked when it was saved. */
export function dkimRecord({ domain, selector, privateKey }: DkimSettings): DkimRecord {
  const key = createPublicKey(readPrivateKey(privateKey) as unknown as Parameters<typeof createPublicKey>[0])
  const der = key.export({ type: 'spki', format: 'der' })
  // Ed25519 stands in DNS as its bare 32 bytes, RSA as the whole SubjectPublicKeyInfo.
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const value = (isEdwards ? der.subarray(-32) : der).toString('base64')
  return {
    name: `${selector}._domainkey.${domain}`,
    type: 'TXT',
    value: `v=DKIM1; k=${isEdwards ? 'ed25519' : 'rsa'}; p=${value}`,
  }
}

function readPrivateKey(text: string): KeyObject {
  const trimmed = text.trim()
  if (trimmed.startsWith('-----')) return createPrivateKey(trimmed)
  return createPrivateKey({ key: Buffer.from(trimmed, 'base64'), format: 'der', type: 'pkcs8' })
}
