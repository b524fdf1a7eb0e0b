import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { sentence } from '@notifly/contracts/sentences/sentence'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSchedule, clockOf, isImmediate, lastRun, nextRuns, runClockOf, spanOf, words } from './schedules.ts'

const HOUR = 3600

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)
const iso = (epochSeconds: number | undefined) =>
  epochSeconds === undefined ? undefined : new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z')
const clockTime = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * HOUR + minutes * 60
}

interface Given {
  date?: string
  at?: string
  time?: number
  timezone?: string
}

/** `at` on the schedule's clock; neither `at` nor `time`: send immediately. */
function schedule({ date, at, time, timezone }: Given = {}): Schedule {
  const isFixed = at !== undefined || time !== undefined
  return {
    message_type: { type: 1, ...(date !== undefined && { date: seconds(date) }) },
    campaign_start_date: {
      type: isFixed ? 3 : 1,
      ...(at !== undefined && { local_time: clockTime(at) }),
      ...(time !== undefined && { time }),
      ...(timezone !== undefined && { timezone }),
    },
    advanced: { delivery_in_users_timezone: false },
  }
}

const view = (from: string, timezone = 'UTC') => ({ from: seconds(from), timezone })
const runOf = (given: Given, from: string, timezone?: string) => iso(nextRuns(schedule(given), view(from, timezone))[0])

describe('one time', () => {
  test('without a date and immediately is now', () => {
    const now = view('2026-11-20T10:00:00Z', 'Asia/Kolkata')
    expect(isImmediate(schedule())).toBe(true)
    expect(nextRuns(schedule(), now)).toEqual([now.from])
    expect(checkSchedule(schedule(), now)).toBeNull()
  })

  test.each([
    ['later today', '09:00', '2026-11-20T03:29:59Z', '2026-11-20T03:30:00Z'],
    ['exactly now', '09:00', '2026-11-20T03:30:00Z', '2026-11-20T03:30:00Z'],
    ['tomorrow, because today has passed', '09:00', '2026-11-20T03:30:01Z', '2026-11-21T03:30:00Z'],
    ['midnight of the coming night', '00:00', '2026-11-20T12:00:00Z', '2026-11-20T18:30:00Z'],
  ])('without a date and with a fixed time is the next such time: %s', (_, at, from, expected) => {
    expect(runOf({ at }, from, 'Asia/Kolkata')).toBe(expected)
  })

  test('with a date and immediately begins with the day, on the clock in use', () => {
    const date = '2026-11-24T12:00:00Z'
    expect(runOf({ date }, '2026-11-20T10:00:00Z', 'Asia/Kolkata')).toBe('2026-11-23T18:30:00Z')
    expect(runOf({ date }, '2026-11-20T10:00:00Z', 'America/New_York')).toBe('2026-11-24T05:00:00Z')
  })

  test('takes the day of a date from the clock in use, not from UTC', () => {
    // 20:00 UTC on the 24th is already the 25th in Kolkata and Apia, and still the 24th in New York.
    const date = '2026-11-24T20:00:00Z'
    const from = '2026-11-20T10:00:00Z'
    expect(runOf({ date, at: '09:30', timezone: 'Asia/Kolkata' }, from)).toBe('2026-11-25T04:00:00Z')
    expect(runOf({ date, at: '09:30', timezone: 'Pacific/Apia' }, from)).toBe('2026-11-24T20:30:00Z')
    expect(runOf({ date, at: '09:30', timezone: 'America/New_York' }, from)).toBe('2026-11-24T14:30:00Z')
  })

  test('lets its own time zone win over the one that comes in', () => {
    const own = schedule({ date: '2026-11-24T12:00:00Z', at: '09:30', timezone: 'Europe/Madrid' })
    expect(clockOf(own, 'Asia/Kolkata')).toBe('Europe/Madrid')
    expect(iso(nextRuns(own, view('2026-11-20T10:00:00Z', 'Asia/Kolkata'))[0])).toBe('2026-11-24T08:30:00Z')
  })
})

describe('a time that is shifted to UTC', () => {
  test.each([
    // 09:30 in Kolkata is 04:00 UTC, 14,400 seconds.
    ['Asia/Kolkata', 14_400, '2026-11-24T04:00:00Z'],
    // 09:30 in New York in winter is 14:30 UTC; in summer the same seconds would be 10:30.
    ['America/New_York', 52_200, '2026-11-24T14:30:00Z'],
    // 09:30 in Apia (UTC+13) is 20:30 UTC of the day before: the seconds wrap around.
    ['Pacific/Apia', 73_800, '2026-11-23T20:30:00Z'],
    // A browser may subtract its offset without wrapping around.
    ['Pacific/Apia', 73_800 - 86_400, '2026-11-23T20:30:00Z'],
  ])('is read on the clock of %s: %i', (timezone, time, expected) => {
    expect(runOf({ date: '2026-11-24T06:00:00Z', time, timezone }, '2026-11-20T10:00:00Z')).toBe(expected)
  })

  test('takes the offset of its own day, not that of today', () => {
    const time = clockTime('13:30')
    const timezone = 'America/New_York'
    expect(runOf({ date: '2027-03-13T17:00:00Z', time, timezone }, '2027-03-01T00:00:00Z')).toBe('2027-03-13T13:30:00Z')
    expect(runOf({ date: '2027-03-15T16:00:00Z', time, timezone }, '2027-03-01T00:00:00Z')).toBe('2027-03-15T13:30:00Z')
  })

  test('loses against the time on the clock', () => {
    const both: Schedule = schedule({ date: '2026-11-24T12:00:00Z', at: '09:30', timezone: 'Asia/Kolkata' })
    both.campaign_start_date.time = 1
    expect(iso(nextRuns(both, view('2026-11-20T10:00:00Z'))[0])).toBe('2026-11-24T04:00:00Z')
  })
})

describe('when the clock changes', () => {
  test.each([
    ['Europe/Madrid', 'before the gap', '2027-03-28', '01:59', '2027-03-28T00:59:00Z'],
    ['Europe/Madrid', 'in the gap', '2027-03-28', '02:00', '2027-03-28T01:00:00Z'],
    ['Europe/Madrid', 'in the gap', '2027-03-28', '02:30', '2027-03-28T01:00:00Z'],
    ['Europe/Madrid', 'after the gap', '2027-03-28', '03:00', '2027-03-28T01:00:00Z'],
    ['Europe/Madrid', 'that comes twice', '2027-10-31', '02:30', '2027-10-31T00:30:00Z'],
    ['America/New_York', 'in the gap', '2027-03-14', '02:15', '2027-03-14T07:00:00Z'],
    ['America/New_York', 'that comes twice', '2027-11-07', '01:30', '2027-11-07T05:30:00Z'],
    // Half an hour: 02:00 becomes 02:30 (UTC+10:30 to +11), and 02:00 becomes 01:30 in April.
    ['Australia/Lord_Howe', 'in the gap', '2027-10-03', '02:15', '2027-10-02T15:30:00Z'],
    ['Australia/Lord_Howe', 'that comes twice', '2027-04-04', '01:45', '2027-04-03T14:45:00Z'],
    // Beirut springs forward at midnight: that day begins at 01:00.
    ['Asia/Beirut', 'that begins the day and is skipped', '2027-03-28', '00:00', '2027-03-27T22:00:00Z'],
    // The day that Samoa skipped altogether cannot be named by an instant; the one after it begins on time.
    ['Pacific/Apia', 'after the skipped day', '2011-12-31', '00:00', '2011-12-30T10:00:00Z'],
    ['Asia/Kolkata', 'of an ordinary day', '2027-03-28', '02:30', '2027-03-27T21:00:00Z'],
  ])('in %s, a time %s is taken right: %s %s', (timezone, _, day, at, expected) => {
    const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
    const date = new Date(noon.epochMilliseconds).toISOString()
    expect(runOf({ date, at, timezone }, '2011-12-01T00:00:00Z')).toBe(expected)
  })
})

describe('what cannot be scheduled', () => {
  const now = view('2026-11-20T10:00:00Z', 'Asia/Kolkata')

  test('is a moment that has passed; the estimate leaves it out', () => {
    const past = schedule({ date: '2026-11-20T06:30:00Z', at: '09:00' })
    expect(nextRuns(past, now)).toEqual([])
    expect(checkSchedule(past, now)).toEqual({
      reason: 'passed',
      field: 'schedule.message_type.date',
      sentence: sentence('campaigns.passed'),
    })
    expect(words(past, now)).toBe('At a time that has passed')
    expect(checkSchedule(schedule({ date: '2026-11-20T06:30:00Z' }), now)).not.toBeNull()
    expect(checkSchedule(schedule({ date: '2026-11-20T06:30:00Z', at: '23:00' }), now)).toBeNull()
  })

  test('is a day more than a year ahead', () => {
    expect(checkSchedule(schedule({ date: '2027-11-20T06:30:00Z', at: '09:00' }), now)).toBeNull()
    expect(checkSchedule(schedule({ date: '2027-11-21T06:30:00Z', at: '09:00' }), now)).toEqual({
      reason: 'too_late',
      field: 'schedule.message_type.date',
      sentence: sentence('campaigns.year'),
    })
  })

  test('is a fixed time without a time', () => {
    const open: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 3 } }
    expect(nextRuns(open, now)).toEqual([])
    expect(checkSchedule(open, now)?.field).toBe('schedule.campaign_start_date.time')
    expect(words(open, now)).toBe('No time chosen yet')
  })
})

test('words name the day, the time and the clock', () => {
  const now = view('2026-11-20T10:00:00Z', 'Asia/Kolkata')
  expect(words(schedule(), now)).toBe('As soon as it launches')
  expect(words(schedule({ date: '2026-11-24T06:30:00Z', at: '09:30' }), now)).toBe(
    'On Tuesday, 24 November 2026 at 9:30 AM (Asia/Kolkata)',
  )
  expect(words(schedule({ at: '15:45' }), now)).toBe('On Friday, 20 November 2026 at 3:45 PM (Asia/Kolkata)')
})

describe('a recurrence', () => {
  const now = view('2026-11-20T10:00:00Z', 'Asia/Kolkata')
  const at = { type: 3 as const, local_time: clockTime('09:30') }
  const recurring = (parts: object, rest: Partial<Schedule> = {}): Schedule => ({
    message_type: { type: 3, ...parts },
    campaign_start_date: at,
    advanced: { delivery_in_users_timezone: false },
    ...rest,
  })

  test.each([
    [
      { days_of_week: [2, 5] },
      { type: 3, number_of_send: 8 },
      'Every Monday and Thursday at 9:30 AM; ends after 8 sends',
    ],
    [{ days_of_week: [1, 2, 3, 4, 5, 6, 7] }, { type: 2 }, 'Every day at 9:30 AM'],
    [{ days_of_month: [31, 1, 22] }, null, 'On the 1st, 22nd, and 31st of every month at 9:30 AM'],
    [{ months_of_year: [1, 7] }, null, 'On the first day of January and July at 9:30 AM'],
    [{ interval: 3600 }, { type: 1, date: now.from + 86_400 }, 'Every hour from 9:30 AM; ends on 21 November 2026'],
  ] as const)('is said in words: %j', (parts, sunset, expected) => {
    const sentence = words(recurring(parts, { sunset: sunset as Schedule['sunset'] }), now)
    expect(sentence.replace(' (Asia/Kolkata)', '')).toBe(expected)
  })

  test.each([
    [{}, {}, 'message_type'],
    [{ interval: 3600, days_of_week: [1] }, {}, 'message_type'],
    [{ days_of_week: [1] }, { sunset: { type: 1 } }, 'sunset.date'],
    [{ days_of_week: [1] }, { sunset: { type: 1, date: now.from } }, 'sunset.date'],
    [{ days_of_week: [1] }, { sunset: { type: 1, date: now.from + 400 * 86_400 } }, 'sunset.date'],
    [{ days_of_week: [1] }, { sunset: { type: 3, number_of_send: '' } }, 'sunset.number_of_send'],
    [{ days_of_week: [1] }, { sunset: { type: 3, number_of_send: 0 } }, 'sunset.number_of_send'],
    [{ days_of_week: [1] }, { campaign_start_date: { type: 3 } }, 'campaign_start_date.time'],
    [{ interval: 43_200 }, { campaign_start_date: { type: 2 } }, 'campaign_start_date.type'],
  ])('is refused at its field: %j %j', (parts, rest, field) => {
    expect(checkSchedule(recurring(parts, rest as Partial<Schedule>), now)?.field).toBe(`schedule.${field}`)
  })

  test('with dates that had their turn may be saved again, with others that passed it may not', () => {
    const dates: Schedule = {
      message_type: { type: 2, date: [now.from - 86_400, now.from + 86_400] },
      campaign_start_date: at,
      advanced: { delivery_in_users_timezone: false },
    }
    expect(checkSchedule(dates, now)?.reason).toBe('passed')
    expect(checkSchedule(dates, { ...now, past: now.from - 3600 })).toBeNull()
    expect(words(dates, now)).toBe('On 21 November 2026 at 9:30 AM (Asia/Kolkata)')
  })
})

describe('on recipients’ clocks, in quiet hours and at the best hour', () => {
  const now = view('2026-11-20T10:00:00Z', 'Asia/Kolkata')
  const start = { type: 3 as const, local_time: clockTime('09:30') }
  const day = { type: 1 as const, date: seconds('2026-11-24T06:30:00Z') }
  const best = { type: 2 as const }

  test.each([
    [day, start, {}, "On Tuesday, 24 November 2026 at 9:30 AM, recipient's local time"],
    [
      day,
      start,
      { do_not_disturb: true },
      "On Tuesday, 24 November 2026 at 9:30 AM, recipient's local time; respects quiet hours",
    ],
    [day, best, {}, "On Tuesday, 24 November 2026, at each recipient's best hour"],
    [
      day,
      best,
      { delivery_in_users_timezone: false },
      "On Tuesday, 24 November 2026, at each recipient's best hour (Asia/Kolkata)",
    ],
    [{ type: 1 as const }, best, {}, "Within 24 hours of launch, at each recipient's best hour"],
    [
      { type: 3 as const, days_of_week: [2, 5] },
      start,
      {},
      "Every Monday and Thursday at 9:30 AM, recipient's local time",
    ],
    [
      { type: 1 as const },
      { type: 1 as const },
      { do_not_disturb: true },
      'As soon as it launches; respects quiet hours',
    ],
  ])('is said in words: %j %j %j', (message_type, campaign_start_date, advanced, expected) => {
    expect(words({ message_type, campaign_start_date, advanced }, now)).toBe(expected)
  })

  test('a run begins when its time comes on the first clock there is, and one of all at once when it comes', () => {
    const schedule: Schedule = { message_type: day, campaign_start_date: start }
    const [run = 0] = nextRuns(schedule, now)
    expect(iso(run)).toBe('2026-11-24T04:00:00Z')
    const { opens, last } = spanOf(schedule, now.timezone, run)
    expect([iso(opens), iso(last)]).toEqual(['2026-11-23T19:30:00Z', '2026-11-24T23:30:00Z'])
    const atOnce: Schedule = { ...schedule, advanced: { delivery_in_users_timezone: false } }
    expect(spanOf(atOnce, now.timezone, run)).toEqual({ opens: run, last: run })
  })

  test('recipients get the time that was asked for, also where the schedule’s own clock skips it', () => {
    const noon = seconds('2027-03-28T10:00:00Z')
    const schedule: Schedule = {
      message_type: { type: 1, date: noon },
      campaign_start_date: { type: 3, local_time: clockTime('02:30'), timezone: 'Europe/Madrid' },
      advanced: { do_not_disturb: true },
    }
    const quiet = { from: 22 * HOUR, to: 8 * HOUR }
    const [run = 0] = nextRuns(schedule, now)
    expect(iso(run)).toBe('2027-03-28T01:00:00Z')
    expect(runClockOf(schedule, { timezone: 'Asia/Kolkata', quiet, since: now.from }, run)).toEqual({
      zone: 'Asia/Kolkata',
      moment: { kind: 'time', day: '2027-03-28', seconds: clockTime('02:30') },
      quiet,
      passed: { choice: 'next_day', launchedAt: now.from },
    })
  })

  test('what is sent now, or at one moment without quiet hours, follows no clock', () => {
    const quiet = { from: 0, to: 0 }
    const atOnce: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 1 } }
    expect(runClockOf(atOnce, { timezone: 'UTC', quiet, since: now.from }, now.from)).toBeNull()
    const hourly: Schedule = { message_type: { type: 3, interval: HOUR }, campaign_start_date: start }
    expect(runClockOf(hourly, { timezone: 'UTC', quiet, since: now.from }, now.from)).toBeNull()
    expect(spanOf(hourly, now.timezone, now.from)).toEqual({ opens: now.from, last: now.from })
    const best: Schedule = { message_type: { type: 1 }, campaign_start_date: { type: 2 } }
    expect(isImmediate(best)).toBe(true)
    const until = now.from + 24 * HOUR
    const moment = { kind: 'bestHourWithin', from: now.from, until }
    expect(runClockOf(best, { timezone: 'UTC', quiet, since: now.from }, now.from)).toEqual({
      zone: 'UTC',
      moment,
      quiet: null,
    })
  })
})

const ZONES = [
  'UTC',
  'Europe/Madrid',
  'Asia/Kolkata',
  'America/New_York',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Beirut',
  'Pacific/Kiritimati',
]
const zone = fc.constantFrom(...ZONES)
const moment = fc.integer({ min: seconds('2024-01-01T00:00:00Z'), max: seconds('2030-01-01T00:00:00Z') })
const quarter = fc.integer({ min: 0, max: 95 }).map(n => n * 900)

describe('for every zone, moment and time of day', () => {
  test('a fixed time without a date is never in the past and at most a day (and a changed clock) away', () => {
    fc.assert(
      fc.property(zone, moment, quarter, (timezone, from, local_time) => {
        const [run] = nextRuns(
          { message_type: { type: 1 }, campaign_start_date: { type: 3, local_time } },
          { timezone, from },
        )
        expect(run).toBeGreaterThanOrEqual(from)
        expect((run ?? 0) - from).toBeLessThanOrEqual(25 * HOUR)
      }),
    )
  })

  test('a run shows the chosen day and time on the clock, or the first moment after a gap', () => {
    fc.assert(
      fc.property(zone, moment, quarter, (timezone, date, local_time) => {
        const start = { type: 3 as const, local_time, timezone }
        const [run] = nextRuns({ message_type: { type: 1, date }, campaign_start_date: start }, { timezone, from: 0 })
        const at = (epoch: number) => Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(timezone)
        const shown = at(run ?? 0)
        expect(shown.toPlainDate().toString()).toBe(at(date).toPlainDate().toString())
        const shownSeconds = shown.hour * HOUR + shown.minute * 60 + shown.second
        // In a gap: just before the run the clock showed a time before the one asked for.
        const before = at((run ?? 0) - 1)
        const wasSkipped = before.hour * HOUR + before.minute * 60 < local_time && shownSeconds > local_time
        expect(
          shownSeconds === local_time || wasSkipped || (before.day !== shown.day && shownSeconds > local_time),
        ).toBe(true)
      }),
    )
  })

  test('seconds shifted by the offset of the day mean the same as the time on the clock', () => {
    fc.assert(
      fc.property(zone, moment, quarter, (timezone, date, local_time) => {
        const day = Temporal.Instant.fromEpochMilliseconds(date * 1000)
          .toZonedDateTimeISO(timezone)
          .toPlainDate()
        const noon = day.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' })
        const time = local_time - noon.offsetNanoseconds / 1e9
        const runs = (start: object) =>
          nextRuns(
            { message_type: { type: 1, date }, campaign_start_date: { type: 3, timezone, ...start } },
            { timezone, from: 0 },
          )
        expect(runs({ time })).toEqual(runs({ local_time }))
      }),
    )
  })
})

test.each([
  ['days', { days_of_week: [1, 2, 3, 4, 5, 6, 7] }, '2027-01-19T21:00:00Z'],
  ['hours', { interval: 4 * HOUR }, '2027-01-19T21:00:00Z'],
  ['a month far from the end', { months_of_year: [12] }, '2026-12-01T21:00:00Z'],
])('the last run that a sunset day leaves, of %s', (_, which, last) => {
  const every: Schedule = {
    ...schedule({ at: '21:00' }),
    message_type: { type: 3, ...which },
    sunset: { type: 1, date: seconds('2027-01-19T23:59:59Z') },
  }
  const now = view('2026-11-20T10:00:00Z')
  expect(iso(lastRun(every, now) ?? undefined)).toBe(last)
  expect(lastRun({ ...every, sunset: { type: 2 } }, now)).toBeNull()
})
