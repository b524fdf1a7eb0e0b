import { expect, test } from 'vitest'
import { evenTicks } from './even-ticks.ts'

test('thirty days have labels a week apart and one at their end', () => {
  expect(evenTicks(30, 6)).toEqual([0, 7, 14, 21, 29])
  expect(evenTicks(30, 3)).toEqual([0, 14, 29])
  expect(evenTicks(1, 6)).toEqual([0])
  expect(evenTicks(0, 6)).toEqual([])
})

test('however many points there are, first and last have a label and there are never more than there is room for', () => {
  for (const count of [2, 7, 24, 61, 90, 366, 5000]) {
    for (const most of [2, 3, 5, 8]) {
      const ticks = evenTicks(count, most)
      expect([ticks[0], ticks.at(-1)]).toEqual([0, count - 1])
      expect(ticks.length).toBeLessThanOrEqual(most)
    }
  }
})
