import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hmacSignature, isSignedBy, type SignatureForm } from './hmac-signature.ts'

/** By OpenSSL's own command, which shares no code of ours. */
function signedByOpenssl(secret: string, content: Buffer | string, { algorithm, encoding }: SignatureForm): string {
  const args = ['dgst', `-${algorithm}`, '-mac', 'HMAC', '-macopt', `hexkey:${Buffer.from(secret).toString('hex')}`]
  const mac = execFileSync('openssl', [...args, '-binary'], { input: content })
  return mac.toString(encoding)
}

const HEX: SignatureForm = { algorithm: 'sha256', encoding: 'hex' }

test.each<[string, Buffer | string, SignatureForm]>([
  [
    'a webhook of Meta or Razorpay: the body as it came',
    Buffer.from('{"event":"order.paid","note":"caf\u00e9 \ud83c\udf89"}'),
    HEX,
  ],
  ['a payment of Razorpay: order and payment', 'order_9A33XWu170gUtm|pay_29QQoUBi66xm2f', HEX],
  [
    'a call of Twilio: address and form',
    'https://shop.example/hooks?a=1Body=Hi',
    { algorithm: 'sha1', encoding: 'base64' },
  ],
  ['bytes that are no text', Buffer.from([0, 255, 10, 13, 128]), HEX],
  ['nothing at all', '', HEX],
])('%s is signed as OpenSSL signs it, and with any byte changed it is not', (_what, content, form) => {
  const secret = 'whsec_\u00fc \u0000 0123'
  const signature = signedByOpenssl(secret, content, form)
  expect(hmacSignature(secret, content, form)).toBe(signature)
  expect(isSignedBy(secret, signature, content, form)).toBe(true)
  expect(isSignedBy(`${secret}4`, signature, content, form)).toBe(false)
  expect(isSignedBy(secret, signature, Buffer.concat([Buffer.from(content), Buffer.of(0)]), form)).toBe(false)
  for (let at = 0; at < signature.length; at++) {
    const forged = signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1)
    expect(isSignedBy(secret, forged, content, form)).toBe(false)
  }
})

test('what is no signature, or signed with no secret, is refused', () => {
  for (const given of [undefined, '', [], 'abc', 1]) expect(isSignedBy('secret', given, 'x', HEX)).toBe(false)
  expect(isSignedBy('', hmacSignature('', 'x', HEX), 'x', HEX)).toBe(false)
})
