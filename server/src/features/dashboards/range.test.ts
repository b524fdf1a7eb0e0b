import { expect, test } from 'vitest'
import { daysEnding } from './range.ts'

const ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Europe/London',
  'America/New_York',
  // Half an hour of summer time, clocks that change at midnight, and a day that was left out.
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Pacific/Apia',
]

test.for(ZONES)('days of %s start where its calendar says', timezone => {
  for (const until of ['2011-12-31', '2012-06-01', '2018-11-04', '2018-12-01', '2026-11-29']) {
    const last = Temporal.PlainDate.from(until)
    const { first, starts } = daysEnding(last, 800, timezone)
    expect(starts).toEqual(
      Array.from(
        { length: 801 },
        (_, days) => new Date(first.add({ days }).toZonedDateTime(timezone).epochMilliseconds),
      ),
    )
  }
})
