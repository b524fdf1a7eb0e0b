import fc from 'fast-check'
import { ToWords } from 'to-words/en-US'
import { expect, test } from 'vitest'
import { amountInWords, numberInWords } from './words.ts'

const other = new ToWords()
const plain = (words: string) => words.toLowerCase().replaceAll(/[-\s]+/g, ' ')

test('numbers read as another library reads them, up to ten digits', () => {
  const edges = [0, 1, 13, 20, 21, 99, 100, 101, 110, 999, 1000, 1001, 1100, 99_999, 100_000, 999_999, 1_000_000]
  const largest = [1_000_001, 999_999_999, 1_000_000_000, 1_000_000_001, 2_147_483_648, 9_999_999_999]
  for (const number of [...edges, ...largest]) {
    expect([number, plain(numberInWords(number))]).toEqual([number, plain(other.convert(number))])
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), number => {
      expect(plain(numberInWords(number))).toBe(plain(other.convert(number)))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [
    999_999_999_999,
    'USD',
    'Nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine US dollars and ninety-nine cents',
  ],
  [101, 'USD', 'One US dollar and one cent'],
  [100, 'EUR', 'One euro'],
  [5, 'GBP', 'Zero British pounds and five pence'],
  [123_450, 'INR', 'One thousand two hundred thirty-four Indian rupees and fifty paise'],
  [5000, 'JPY', 'Five thousand Japanese yen'],
  [12_340, 'KWD', 'Twelve Kuwaiti dinars and three hundred forty fils'],
  [1205, 'CHF', 'Twelve Swiss francs and 05/100'],
  [1010, 'TND', 'One Tunisian dinar and 010/1000'],
])('%i of %s is %s', (amount, currency, words) => {
  expect(amountInWords(amount, currency)).toBe(words)
})
