import { expect, test } from 'vitest'
import { isDue, mayAsk } from './memory.ts'

const DAY_MS = 86_400_000

test.each([
  [1, 3],
  [2, 7],
  [3, 30],
  [8, 30],
])('after %i times no, a visitor is left alone for %i days', (declined, days) => {
  const memory = { declined, declinedAt: 1000 }
  expect(mayAsk(memory, 1000 + days * DAY_MS - 1)).toBe(false)
  expect(mayAsk(memory, 1000 + days * DAY_MS)).toBe(true)
})

test('a newcomer may be asked at once', () => {
  expect(mayAsk({ declined: 0, declinedAt: 0 }, 5)).toBe(true)
})

test('the server hears of a subscription when it is new, and then once a day', () => {
  const memory = { endpoint: 'https://push.example/1', reportedAt: 10 }
  expect(isDue(memory, 'https://push.example/1', 10 + DAY_MS - 1)).toBe(false)
  expect(isDue(memory, 'https://push.example/1', 10 + DAY_MS)).toBe(true)
  expect(isDue(memory, 'https://push.example/2', 11)).toBe(true)
})
