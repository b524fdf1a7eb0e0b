import { expect, test } from 'vitest'
import { decimalOf, minorDigits } from './money.ts'

test.each([
  [4900, 'USD', '49.00'],
  [5, 'USD', '0.05'],
  [-100, 'USD', '-1.00'],
  [4900, 'JPY', '4900'],
  [4900, 'BHD', '4.900'],
  [9, 'BHD', '0.009'],
  [Number.MAX_SAFE_INTEGER, 'INR', '90071992547409.91'],
  // In shops these have no hundredths, and accounts count them.
  [4900, 'ALL', '49.00'],
])('%i of %s is %s', (minor, currency, decimal) => {
  expect(decimalOf(minor, currency)).toBe(decimal)
})

test('what ISO 4217 divides into thousandths, hundredths and not at all', () => {
  expect(['KWD', 'EUR', 'CLP'].map(minorDigits)).toEqual([3, 2, 0])
})
