import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFlatObject } from './flat-json.ts'

/** As PostgreSQL prints jsonb: a space behind each comma and each colon. */
function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${print(item)}`)
    .join(', ')}}`
}

const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<unknown>(null, true, false, '', 'a, "b": {}', 'back\\slash', 0, -1.5e-7, [1, 'x'], { deep: '}' }),
)
const keys = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', '12', 'toString', 'first_name')), {
  maxLength: 6,
})

test('rows are read as JSON.parse reads them, whether they look like the last one or not', () => {
  const rows = fc.array(fc.tuple(keys, fc.array(fc.array(value, { minLength: 6, maxLength: 6 }), { maxLength: 4 })))
  fc.assert(
    fc.property(rows, groups => {
      for (const [names, tuples] of groups) {
        for (const values of tuples) {
          const text = print(Object.fromEntries(names.map((name, index) => [name, values[index]])))
          const read = readFlatObject(text)
          expect(read).toEqual(JSON.parse(text))
          expect(Object.keys(read)).toEqual(Object.keys(JSON.parse(text) as object))
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('what is no JSON is refused, also behind an object of the same keys', () => {
  expect(readFlatObject('{"a": 1, "b": "x"}')).toEqual({ a: 1, b: 'x' })
  for (const text of [
    '{"a": 1, "b": "x"',
    '{"a": 01, "b": "x"}',
    '{"a": , "b": "x"}',
    '{"a": 1, "b": "x"}}',
    '',
    '{"a": 1, "b": x}',
  ])
    expect(() => readFlatObject(text)).toThrow(SyntaxError)
  expect(readFlatObject('{"a": 2, "b": null}')).toEqual({ a: 2, b: null })
  expect(readFlatObject('{}')).toEqual({})
})
