import { expect, test } from 'vitest'
import { shortDay, timeOfDay } from '../../../components/display/dates.ts'
import { tickText } from './chart-parts.ts'

const VIEW = { locale: 'en', zone: 'Asia/Kolkata' }
const MOMENTS = {
  day: (seconds: number) => shortDay(seconds, VIEW, seconds),
  time: (seconds: number) => timeOfDay(seconds, VIEW),
  timeWithSeconds: (seconds: number) => String(seconds),
  offsetMs: () => 5.5 * 3_600_000,
}

test('a day begins with its date, not with 12:00 AM', () => {
  const midnight = Date.parse('2027-01-14T18:30:00Z') / 1000
  const labels = [0, 6, 12, 24, 36].map(hours => tickText(midnight + hours * 3600, 'minute', MOMENTS))
  expect(labels).toEqual(['Jan 15', '6:00 AM', '12:00 PM', 'Jan 16', '12:00 PM'])
})
