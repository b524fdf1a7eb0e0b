import { expect, test } from 'vitest'
import { measureSms } from './parts.ts'

const of = (text: string) => {
  const { encoding, segments, units, unitsLeft } = measureSms(text)
  return [encoding, segments, units, unitsLeft]
}

test.each([
  ['nothing', '', ['GSM-7', 0, 0, 160]],
  ['a full single message', 'a'.repeat(160), ['GSM-7', 1, 160, 0]],
  ['one letter more: the first part is packed anew', 'a'.repeat(161), ['GSM-7', 2, 161, 145]],
  ['two full parts', 'a'.repeat(306), ['GSM-7', 2, 306, 0]],
  ['three', 'a'.repeat(307), ['GSM-7', 3, 307, 152]],
  ['letters of the extension table take two septets', '€'.repeat(80), ['GSM-7', 1, 160, 0]],
  ['an escape pair is not cut in two: 152 + €', 'a'.repeat(152) + '€' + 'a'.repeat(152), ['GSM-7', 3, 306, 152]],
  ['letters of Western Europe and Greek capitals', 'ÄÖÜßàéñ ΔΦΓΛΩΠΨΣΘΞ', ['GSM-7', 1, 18, 142]],
  ['a curly quote turns everything to UCS-2', `${'a'.repeat(69)}’`, ['UCS-2', 1, 70, 0]],
  ['one more', `${'a'.repeat(70)}’`, ['UCS-2', 2, 71, 63]],
  ['Hindi', 'नमस्ते', ['UCS-2', 1, 6, 64]],
  ['an emoji is a pair', '👍', ['UCS-2', 1, 2, 68]],
  ['pairs are not cut: 66 + pair + 67', `${'a'.repeat(66)}👍${'a'.repeat(66)}`, ['UCS-2', 3, 134, 66]],
])('%s', (_, text, expected) => {
  expect(of(text)).toEqual(expected)
})

test('the characters that force UCS-2 are named once each, in their order', () => {
  expect(measureSms('“Hi” {ok} – “yes” 👍👍').forcing).toEqual(['“', '”', '–', '👍'])
  expect(measureSms('[100 €]').forcing).toEqual([])
})

/** A second implementation: by recursion over the text, part for part. */
function slowly(text: string): number {
  const isGsm = measureSms(text).forcing.length === 0
  const width = (character: string): number => (isGsm ? ('^{}\\[~]|€\f'.includes(character) ? 2 : 1) : character.length)
  const fits = (limit: number, rest: string[]): number => {
    let sum = 0
    return rest.findIndex(character => (sum += width(character)) > limit)
  }
  const all = Array.from(text)
  if (all.length === 0) return 0
  if (fits(isGsm ? 160 : 70, all) === -1) return 1
  const cut = (rest: string[]): number => {
    const at = fits(isGsm ? 153 : 67, rest)
    return at === -1 ? 1 : 1 + cut(rest.slice(at))
  }
  return cut(all)
}

test('for any text: parts agree with a second implementation, room is exact, and one letter more never takes fewer', () => {
  let seed = 7
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most
  const letters = ['a', 'b', ' ', '€', '[', 'é', '\n', 'न', '👍', '’']
  for (let round = 0; round < 3000; round++) {
    const kinds = 1 + random(letters.length)
    const text = Array.from({ length: random(420) }, () => letters[random(kinds)]).join('')
    const size = measureSms(text)
    expect(size.segments).toBe(slowly(text))
    const room = size.unitsLeft
    if (text === '') continue
    // The last segment takes exactly as many plain letters as it says.
    expect(measureSms(text + 'a'.repeat(room)).segments).toBe(size.segments)
    expect(measureSms(`${text}${'a'.repeat(room)}a`).segments).toBeGreaterThan(size.segments)
  }
})
