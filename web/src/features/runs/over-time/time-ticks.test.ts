import { expect, test } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const KOLKATA_MS = 5.5 * 3_600_000
const at = (text: string) => Date.parse(`${text}Z`)
const read = (from: string, to: string, most: number, offsetMs = 0) => {
  const { at: ticks, unit } = timeTicks(at(from), at(to), most, offsetMs)
  return [unit, ...ticks.map(tick => new Date(tick + offsetMs).toISOString().slice(5, 19))]
}

test('a run of seconds has labels at round seconds, as few as a phone has room for', () => {
  const span = ['2027-01-15T10:02:03', '2027-01-15T10:02:17'] as const
  expect(read(...span, 3)).toEqual(['second', '01-15T10:02:05', '01-15T10:02:10', '01-15T10:02:15'])
  expect(read(...span, 1)).toEqual(['second', '01-15T10:02:10'])
})

test('longer ones have minutes, hours and days, which begin where the clock of the page says', () => {
  expect(read('2027-01-15T10:02:03', '2027-01-15T10:09:00', 5)).toEqual([
    'minute',
    '01-15T10:04:00',
    '01-15T10:06:00',
    '01-15T10:08:00',
  ])
  expect(read('2027-01-15T10:00:00', '2027-01-17T11:00:00', 3, KOLKATA_MS)).toEqual([
    'day',
    '01-16T00:00:00',
    '01-17T00:00:00',
  ])
})

test('whatever the span, there is a label and never more than there is room for', () => {
  for (let span = 1; span < 4e10; span *= 1.7) {
    for (const most of [1, 2, 5, 8]) {
      const { at: ticks } = timeTicks(1_795_000_000_123, 1_795_000_000_123 + span, most, KOLKATA_MS)
      expect(ticks.length).toBeGreaterThan(0)
      expect(ticks.length).toBeLessThanOrEqual(most)
    }
  }
})
