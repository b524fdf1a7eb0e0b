/** The public half of a DKIM key as the DNS record that receivers look up (RFC 6376 section 3.6.1, RFC 8463). */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { createDkimSigner, DkimKeyError } from '../../channels/email/compose/dkim.ts'
import { invalidField } from '../../lib/app-error.ts'

export interface DkimSettings {
  domain: string
  selector: string
  privateKey: string
}

export interface DkimRecord {
  name: string
  type: 'TXT'
  value: string
}

/** Throws invalidInput at the field that cannot be used. */
export function checkDkim({ domain, selector, privateKey }: DkimSettings): void {
  const label = /^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/i
  if (!label.test(domain)) throw refusal('dkim_domain', 'Enter a domain such as example.com.')
  if (!label.test(selector)) throw refusal('dkim_selector', 'Enter a selector such as mail or s1.')
  try {
    createDkimSigner({ domain, selector, privateKey })
  } catch (error) {
    if (!(error instanceof DkimKeyError)) throw error
    throw refusal('dkim_private_key', error.message)
  }
}

/** The record for a key that `checkDkim` lets through. */
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

function refusal(field: string, message: string) {
  return invalidField(`configuration_setting.${field}`, message)
}
