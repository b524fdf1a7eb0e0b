/** Generates private keys in the browser, for people who have none. */

// 2048 bits: what large receivers of mail expect (RFC 8301), and what Google gives.
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}

/** Browsers make keys only on secure pages: https and this machine. */
export function canGenerateKeys(): boolean {
  return globalThis.isSecureContext
}

/** An RSA key as PEM (PKCS#8). */
export async function generatePrivateKey(): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  return pemOf(privateKey)
}

/** A key as Apple's .p8 files hold it: P-256, PEM (PKCS#8). */
export async function generateAppleKey(): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  return pemOf(privateKey)
}

async function pemOf(key: CryptoKey): Promise<string> {
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  const base64 = btoa(String.fromCodePoint(...der)).replace(/.{1,64}/g, '$&\n')
  return `-----BEGIN PRIVATE KEY-----\n${base64}-----END PRIVATE KEY-----\n`
}
