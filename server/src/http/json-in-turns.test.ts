import { expect, test } from 'vitest'
import { parseInTurns } from './json-in-turns.ts'

const parsed = (text: string) => parseInTurns('key', text, JSON.parse)
const LONG = 'x'.repeat(20_000)
const many = <Item>(count: number, make: (no: number) => Item): Item[] =>
  Array.from({ length: count }, (_, no) => make(no))

test.each([
  ['texts with marks of their own', many(3000, no => `"${no}\\",[{}]: ${'\\'.repeat(no % 4)}`)],
  ['numbers, and what else there is', many(20_000, no => [no / 7, -1e21, true, null, ''][no % 5])],
  ['members longer than a piece', { a: LONG, b: { c: LONG, d: [[[LONG]], {}] }, e: [], f: 1 }],
  [
    'objects in a list',
    { events: many(2000, no => ({ id: no, properties: { [`name ${no}`]: [no, { no }] } })), more: {} },
  ],
  ['a list in an object in a list', [{ rows: many(9000, no => [no]) }, many(9000, no => ({ no })), []]],
  ['names that are numbers, and empty ones', { ...many(9000, no => no), '': LONG, constructor: 1 }],
])('reads the same as at once: %s', async (_, value) => {
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 3), ` \n\t${JSON.stringify(value)}\r `]) {
    expect(await parsed(text)).toEqual(value)
  }
})

test('of two members with one name the last one counts', async () => {
  expect(await parsed(`{"a":[${'1,'.repeat(20_000)}1],"b":"${LONG}","a":2}`)).toEqual({ a: 2, b: LONG })
})

const LIST = `[${'[1],'.repeat(9000)}[1]]`

test.each([
  ...[`${LIST}]`, `${LIST} x`, `[${LIST},]`, `[,${LIST}]`, `[${LIST},,1]`, `[1 ${LIST}]`, `[${LIST} 1]`, `[${LIST}`],
  ...[`{"a":${LIST},}`, `{"a" ${LIST}}`, `{${LIST}}`, `{a:${LIST}}`, `{"a":${LIST}]`, `[${LIST}}`, `{"a":${LIST},"b"}`],
  ...[`["${LONG}]`, `["${LONG}",]`, `["${LONG}\\"]`, `[${'1,'.repeat(20_000)}]`, `[${LIST.replace(/\]$/, '}')}]`],
  ...[`[${' '.repeat(20_000)},1]`, `{"a":${LIST},"b":${LIST} ${LIST}}`, `[${LIST},\u00a0]`],
])('refuses what is no JSON (%#)', async text => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  await expect(parsed(text)).rejects.toThrow(SyntaxError)
})

test('lists and objects may be as deep as bodies may', async () => {
  const nested = (depth: number) =>
    `${'{"a":['.repeat(depth / 2)}"${LONG}",${LIST.slice(1, -1)}${']}'.repeat(depth / 2)}`
  expect(await parsed(nested(60))).toEqual(JSON.parse(nested(60)))
  await expect(parsed(nested(66))).rejects.toMatchObject({ error: 'invalidInput', sentence: { key: 'errors.tooDeep' } })
})

test('serves others meanwhile, however many names there are', async () => {
  const text = JSON.stringify(many(4000, no => Object.fromEntries(many(50, at => [`${at}_${no}`, no]))))
  let rounds = 0
  const watch = (): void => {
    rounds++
    timer = setImmediate(watch)
  }
  let timer = setImmediate(watch)
  expect(await parsed(text)).toHaveLength(4000)
  clearImmediate(timer)
  expect(rounds).toBeGreaterThan(5)
})
