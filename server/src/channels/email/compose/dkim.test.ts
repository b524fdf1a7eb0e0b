import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, test } from 'vitest'
import { compileMail } from './compile-mail.ts'
import type { MailTemplate } from './compile-mail.ts'
import { composeMail, composeSignedMail } from './compose-mail.ts'
import { bytesOf } from './composed-mail.ts'
import type { MailHeaders } from './compose-mail.ts'
import { createDkimSigner } from './dkim.ts'

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ED25519 = generateKeyPairSync('ed25519')
const KEYS = { rsa: RSA, ed25519: ED25519 }

function signerFor(kind: keyof typeof KEYS) {
  const privateKey = pem(KEYS[kind].privateKey)
  return createDkimSigner({ domain: 'shop.test', selector: kind, privateKey })
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the key records as DNS would. */
function resolver(name: string): Promise<string[][]> {
  const kind = name.startsWith('rsa.') ? 'rsa' : 'ed25519'
  const der = KEYS[kind].publicKey.export({ type: 'spki', format: 'der' })
  // RFC 8463: the record of an Ed25519 key holds its 32 bytes without their wrapping.
  const key = kind === 'rsa' ? der : der.subarray(-32)
  return Promise.resolve([[`v=DKIM1; k=${kind}; p=${key.toString('base64')}`]])
}

async function verify(mail: Buffer): Promise<string | undefined> {
  const { results } = await dkimVerify(mail, { resolver })
  return results[0]?.status.result
}

const TEMPLATE: MailTemplate = {
  from: { address: 'news@shop.test', name: 'Zoë’s shop' },
  replyTo: { address: 'help@shop.test' },
  subject: [{ static: 'A subject long enough to be folded over more than one line of the header, for ' }, { slot: 1 }],
  html: [{ static: '<p>  Hello   ' }, { slot: 0 }, { static: '</p>\n\n\t\tindented  \n\n\n' }],
  text: [{ static: 'Hello ' }, { slot: 0 }],
  headers: { 'Feedback-ID': 'c:shop' },
}
const VALUES = { slots: ['Máya  and \t others ', 'Maya'] }
const HEADERS: MailHeaders = {
  to: { address: 'maya@example.test' },
  messageId: 'd.1@shop.test',
  date: new Date('2027-01-15T09:30:00Z'),
  unsubscribe: { url: 'https://shop.test/u/token' },
}

function campaignMail(): Buffer {
  return bytesOf(composeMail(compileMail(TEMPLATE), VALUES, HEADERS))
}

describe.each(['rsa', 'ed25519'] as const)('a signature by %s', kind => {
  test('is found valid', async () => {
    expect(await verify(signerFor(kind).sign(campaignMail()))).toBe('pass')
  })

  test('survives what relays do to white space', async () => {
    const signed = signerFor(kind).sign(campaignMail()).toString('latin1')
    const relayed = signed
      .replace(/^Subject: /m, 'SUBJECT:   ')
      .replace('more than', 'more \t than')
      .replace(/$/, '\r\n\r\n')
    expect(await verify(Buffer.from(relayed, 'latin1'))).toBe('pass')
  })

  test.each([
    ['its content', (mail: string) => mail.replace('Hello', 'Hullo')],
    ['its subject', (mail: string) => mail.replace('A subject', 'B subject')],
    ['its way out of the list', (mail: string) => mail.replace('/u/token', '/u/other')],
    ['a second From', (mail: string) => `From: <boss@bank.test>\r\n${mail}`],
  ])('does not survive a change of %s', async (_, change) => {
    const signed = signerFor(kind).sign(campaignMail()).toString('latin1')
    expect(await verify(Buffer.from(change(signed), 'latin1'))).not.toBe('pass')
  })
})

test('a mail signed while it is composed is the same as one signed afterwards', async () => {
  const mail = compileMail(TEMPLATE)
  const signed = bytesOf(composeSignedMail(mail, VALUES, HEADERS, signerFor('ed25519')))
  expect(await verify(signed)).toBe('pass')
  expect(signed.equals(signerFor('ed25519').sign(bytesOf(composeMail(mail, VALUES, HEADERS))))).toBe(true)
})

test('whatever stands in segments and values, the signature is valid', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r\n', '\n', '.', '=', 'é', 'word '), maxLength: 90 })
  const signer = signerFor('ed25519')
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 4 }),
      fc.array(text, { maxLength: 4 }),
      text,
      async (statics, slots, html) => {
        const segments = statics
          .map(part => ({ static: part }))
          .flatMap(part => [part, ...slots.map((_, slot) => ({ slot }))])
        for (const parts of [{ text: segments }, { text: segments, html: 'per-message' as const }]) {
          const mail = compileMail({ from: { address: 'a@shop.test' }, subject: [{ static: 's' }], ...parts })
          expect(await verify(bytesOf(composeSignedMail(mail, { slots, html }, HEADERS, signer)))).toBe('pass')
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('any body is hashed as verifiers hash it', async () => {
  const signer = signerFor('ed25519')
  const body = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r\n', '.', ' \r\n'), maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(body, async text => {
      const mail = Buffer.from(`From: a@shop.test\r\nSubject: s\r\n\r\n${text}`)
      expect(await verify(signer.sign(mail))).toBe('pass')
    }),
    { numRuns: 200 },
  )
})

test('a key without its PEM frame is taken too', async () => {
  const privateKey = RSA.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  const signer = createDkimSigner({ domain: 'shop.test', selector: 'rsa', privateKey })
  expect(await verify(signer.sign(campaignMail()))).toBe('pass')
})

test.each([
  ['garbage', 'not a key'],
  ['a public key', RSA.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
  ['a weak key', pem(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey)],
  ['a key of another kind', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
])('%s is refused', (_, privateKey) => {
  expect(() => createDkimSigner({ domain: 'shop.test', selector: 's', privateKey })).toThrow('private key')
})

test('a domain or selector that could end the field is refused', () => {
  const privateKey = pem(RSA.privateKey)
  expect(() => createDkimSigner({ domain: 'shop.test;', selector: 's', privateKey })).toThrow('selector')
  expect(() => createDkimSigner({ domain: 'shop.test', selector: 's\r\n', privateKey })).toThrow('selector')
})
