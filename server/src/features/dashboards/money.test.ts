import { expect, test } from 'vitest'
import { costOf, decimal, sumOf } from './money.ts'

test.each([
  ['0.1', 3, '0.3'],
  ['0.0075', 1_000_000, '7500'],
  ['4', 0, '0'],
  ['999999.999999', 2_000_000_000, '1999999999998000'],
  ['0.000001', 7, '0.000007'],
])('%s for each of %d is exactly %s', (price, count, total) => {
  expect(decimal(costOf(price, count))).toBe(total)
})

test('sums do not drift as binary fractions do', () => {
  expect(decimal(sumOf(Array.from({ length: 10 }, () => costOf('0.1', 1))))).toBe('1')
})
