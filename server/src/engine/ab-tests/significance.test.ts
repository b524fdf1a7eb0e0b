import { expect, test } from 'vitest'
import { chanceOf, verdictOf } from './significance.ts'

const of = (no: number, sent: number, hits: number) => ({ no, sent, hits })
const figures = (...pairs: [sent: number, clicked: number][]) =>
  pairs.map(([sent, clicked], index) => ({ no: index + 1, sent, clicked, opened: 0 }))

// From the complementary error function, and from whole numbers for Fisher's test.
test.each([
  [of(1, 498, 120), of(2, 500, 175), 0.00016],
  [of(1, 1000, 50), of(2, 1000, 60), 0.326683],
  [of(1, 100, 30), of(2, 100, 45), 0.02846],
  [of(1, 20, 1), of(2, 20, 7), 0.043596],
  [of(1, 10, 8), of(2, 10, 1), 0.005477],
  [of(1, 100_000, 2), of(2, 100_000, 2), 1],
])('%j and %j differ by chance with a probability of %d', (a, b, chance) => {
  expect(chanceOf(a, b)).toBeCloseTo(chance, 5)
  expect(chanceOf(b, a)).toBeCloseTo(chance, 5)
})

test('the best is ahead where chance is an unlikely reason, and how sure that is, is said', () => {
  expect(verdictOf(figures([498, 120], [500, 175]), 'clicked')).toEqual({
    kind: 'ahead',
    leader: 2,
    sure: 99,
    more: null,
  })
  expect(verdictOf(figures([100, 30], [100, 45]), 'clicked')).toMatchObject({ kind: 'ahead', leader: 2, sure: 97 })
  // The same two among four have had more chances.
  expect(verdictOf(figures([100, 30], [100, 45], [100, 20], [100, 20]), 'clicked')).toMatchObject({ kind: 'close' })
})

test('of a close race it is said how many more would decide it, and nothing where they are alike', () => {
  // Fleiss: 8,158 in each group for 5 % and 6 % at 95 % and a power of 80 %.
  expect(verdictOf(figures([1000, 50], [1000, 60]), 'clicked')).toEqual({
    kind: 'close',
    leader: 2,
    sure: null,
    more: 14_000,
  })
  expect(verdictOf(figures([1000, 50], [1000, 50]), 'clicked')).toMatchObject({ kind: 'close', more: null })
  expect(verdictOf(figures([900_000, 9000], [900_000, 9001]), 'clicked')).toMatchObject({ kind: 'close', more: null })
})

test('few say nothing', () => {
  const tooFew = { kind: 'too_few', leader: null, sure: null, more: null }
  expect(verdictOf(figures([19, 19], [500, 1]), 'clicked')).toEqual(tooFew)
  expect(verdictOf(figures([500, 0], [500, 0]), 'clicked')).toEqual(tooFew)
  expect(verdictOf(figures([0, 0], [0, 0]), 'clicked')).toEqual(tooFew)
  expect(verdictOf(figures([500, 3]), 'clicked')).toBeNull()
  // Opens beyond what counts as sent are late bounces.
  expect(verdictOf(figures([20, 25], [20, 20]), 'clicked')).toMatchObject({ kind: 'close' })
})
