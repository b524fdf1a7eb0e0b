import { expect, test } from 'vitest'
import { createSecrets } from '../secrets.ts'
import { readShortLink, signShortLink } from './short-link.ts'

const secrets = createSecrets('0123456789abcdef0123456789abcdef')
const CASES = [
  { runNo: 1, seq: 1, linkNo: 0 },
  { runNo: 0, seq: 0, linkNo: 0 },
  { runNo: 4711, seq: 99_999, linkNo: 3 },
  { runNo: 2 ** 28 - 1, seq: 2 ** 27 - 1, linkNo: 15 },
]

test('a short link has 18 letters and digits, and names what was signed', () => {
  for (const ref of CASES) {
    const token = signShortLink(secrets, ref)
    expect(token).toMatch(/^[0-9A-Za-z]{18}$/)
    expect(readShortLink(secrets, token)).toEqual(ref)
  }
  expect(() => signShortLink(secrets, { runNo: 1, seq: 2 ** 27, linkNo: 0 })).toThrow(RangeError)
})

test('no letter of it can be changed, no other installation made it, and a neighbour is not to be guessed', () => {
  const token = signShortLink(secrets, { runNo: 7, seq: 12, linkNo: 1 })
  const others = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const forged = [...token].flatMap((_, at) =>
    [...others].map(letter => token.slice(0, at) + letter + token.slice(at + 1)).filter(text => text !== token),
  )
  expect(forged.filter(text => readShortLink(secrets, text) !== null)).toEqual([])
  expect(readShortLink(createSecrets('another secret of thirty letters'), token)).toBeNull()
  for (const text of ['', 'z'.repeat(18), `${token}0`, token.slice(1), `${token.slice(0, 17)}_`]) {
    expect(readShortLink(secrets, text)).toBeNull()
  }
})
