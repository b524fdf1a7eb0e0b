import { expect, test } from 'vitest'
import { readVisitor } from './machines.ts'

const read = (agent: string) => readVisitor('GET', { 'user-agent': agent })

test('mail programs of Apple are known by what they leave out', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
  expect([read(mac).browser, read(phone).browser]).toEqual(['Apple Mail', 'Apple Mail'])
  expect(read(`${mac} Version/17.0 Safari/605.1.15`).browser).toBe('Safari')
})

test('a user agent of any length is read at once', () => {
  // As much as Node takes in headers, and much more; each was tried from every place with every other.
  for (const word of ['Macintosh', 'iPhone', 'AppleWebKit/', 'Mozilla/5.0 (', 'a', ' ', '(', 'Safari/']) {
    expect(() => read(word.repeat(20_000))).not.toThrow()
  }
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) '
  // Tried from each first word with each second one this takes hours.
  const agent = `${mac}${'Macintosh '.repeat(10_000)}${'AppleWebKit/'.repeat(20_000)} Safari/`
  expect(read(agent)).toMatchObject({ botReason: null, browser: 'Apple Mail' })
})
