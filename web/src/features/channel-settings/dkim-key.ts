/** A DKIM key made in the browser, for whoever has none. 2048 bits: what large receivers expect (RFC 8301). */
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}

/** Browsers make keys only on secure pages: https and this machine. */
export function canGenerateKeys(): boolean {
  return globalThis.isSecureContext
}

/** A new private key as PEM (PKCS#8). */
export async function generatePrivateKey(): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))
  const base64 = btoa(String.fromCodePoint(...der)).replace(/.{1,64}/g, '$&\n')
  return `-----BEGIN PRIVATE KEY-----\n${base64}-----END PRIVATE KEY-----\n`
}
