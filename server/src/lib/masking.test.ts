import process from 'node:process'
import { expect, test } from 'vitest'
import { MASK } from '@notifly/contracts/approvals/holding'
import { masked } from './masking.ts'

const TOKEN = 'A1b2C3d4-_'.repeat(7)

test.each([
  ['a value under a telling name', '{"auth_token":"s3cret-value","to":"+14155550100"}'],
  ['one deep inside, in a list', '{"a":[{"deep":{"Api-Key":"s3cret-value"}}]}'],
  ['JSON within JSON', JSON.stringify({ Message: JSON.stringify({ password: 's3cret-value' }) })],
  ['JSON that breaks off', '{"to":"a@b.example","client_secret": "s3cret-value'],
  ['a form', 'To=%2B14155550100&AuthToken=s3cret-value&Body=Hi'],
  ['an address', 'https://api.example/x?access_token=s3cret-value#top'],
  ['credentials of an address', 'https://user:s3cret-value@api.example/x'],
  ['a header of HTTP', 'Host: api.example\r\nAuthorization: Negotiate s3cret-value\r\n\r\nbody'],
  ['a scheme in running text', 'refused: Bearer s3cret-value-that-is-long'],
  ['a known value as it is', 'the server said s3cret-value is wrong'],
])('%s is masked', (_, text) => {
  const found = masked(text, ['s3cret-value'])
  expect(found).not.toContain('s3cret-value')
  expect(found).toContain(MASK)
  expect(masked(found, ['s3cret-value'])).toBe(found)
})

test('names alone are enough where the value is not known', () => {
  for (const text of [
    '{"auth_token":"s3cret","n":1}',
    'To=1&Password=s3cret',
    'x-api-key: s3cret',
    '{"keys":{"p256dh":"s3cret","auth":"s3cret"}}',
  ]) {
    expect(masked(text)).not.toContain('s3cret')
  }
})

test('a known value is found percent-encoded, escaped and in base64', () => {
  const secret = 'pa"ss w/ord+1'
  for (const form of [encodeURIComponent(secret), JSON.stringify(secret), Buffer.from(secret).toString('base64')]) {
    expect(masked(`answer ${form}`, [secret])).toBe(`answer ${form.startsWith('"') ? `"${MASK}"` : MASK}`)
  }
})

test('our own links and whatever is signed or random lose what makes them work', () => {
  const text = [
    `https://n.example/u/${TOKEN}`,
    `https%3A%2F%2Fn.example%2Ft%2Fc%2F${TOKEN}.3`,
    'https://n.example/l/0123456789ABCDEFGH',
    `https://n.example/hooks/twilio/${TOKEN.slice(0, 43)}`,
    `https://api.push.apple.com/3/device/${'0a'.repeat(32)}`,
    `b.${'abcd2345'.repeat(6)}@bounces.example`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`,
    `-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----`,
  ]
  const found = masked(text.join('\n'))
  expect(found).toBe(
    [
      `https://n.example/u/${MASK}`,
      `https%3A%2F%2Fn.example%2Ft%2Fc%2F${MASK}`,
      `https://n.example/l/${MASK}`,
      `https://n.example/hooks/twilio/${MASK}`,
      `https://api.push.apple.com/3/device/${MASK}`,
      `${MASK}@bounces.example`,
      MASK,
      MASK,
    ].join('\n'),
  )
  // Cut in two by a line of quoted-printable.
  const cut = `https://n.example/x?y=1 ${TOKEN.slice(0, 40)}=\r\n${TOKEN.slice(40)}`
  expect(masked(cut)).not.toContain(TOKEN.slice(0, 30))
})

test('what people look for stays', () => {
  const text = JSON.stringify({
    to: '+14155550100',
    body: 'Your parcel is on its way: https://shop.example/orders/12345?utm_source=sms',
    error: { code: 21211, message: "The 'To' number is not a valid phone number" },
    id: '0198c0de-0000-7000-8000-00000000e001',
    empty_token: null,
  })
  expect(masked(text)).toBe(text)
  const path = 'https://api.example/2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Messages.json'
  expect(masked(path)).toBe(path)
})

test('a file is told by its size, and so is what is too long to look through', () => {
  expect(masked(JSON.stringify({ Data: Buffer.alloc(3000, 'x').toString('base64') }))).toBe('{"Data":"[3000 bytes]"}')
  expect(masked('x '.repeat(50_000))).toBe('[100000 characters]')
})

test('no text costs more than its length: what each pattern begins with, again and again, takes little processor time', () => {
  const beginnings = [
    'eyJaaaaa-',
    'eyJaaaaa.',
    'key=',
    'bearer ',
    '"a":"',
    '\\"a\\":\\"',
    '-----BEGIN A-----',
    '://a:b',
    '/u/',
    'A: ',
    'a2',
  ]
  const before = process.cpuUsage()
  for (const beginning of beginnings) masked(beginning.repeat(Math.floor(65_536 / beginning.length)), ['s3cret-value'])
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
})
