/** The table of schedule-cases.txt, line by line, and what holds for every schedule there is. */
import type { Schedule } from '@notifly/contracts/campaigns/campaigns'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endOf, nextRuns } from './schedules.ts'

const HOUR = 3600
const DAY = 24 * HOUR

type MessageType = Schedule['message_type']

const iso = (epochSeconds: number) =>
  new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z').replace(':00Z', 'Z')
const secondsOf = (text: string) => Date.parse(text) / 1000
const noonOf = (day: string, timezone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' }).epochMilliseconds / 1000

const numbersIn = (words: readonly string[]) => words.map(Number)
/** The wire's weeks begin on Sunday, ISO's on Monday. */
const wireDay = (isoDay: number) => (isoDay % 7) + 1

function messageTypeOf(text: string, timezone: string): MessageType {
  const [kind = '', ...words] = text.split(' ')
  switch (kind) {
    case 'next':
      return { type: 1 }
    case 'on': {
      const dates = words.map(day => noonOf(day, timezone))
      return dates.length === 1 ? { type: 1, date: dates[0] ?? null } : { type: 2, date: dates }
    }
    case 'weekdays':
      return { type: 3, days_of_week: numbersIn(words).map(wireDay) }
    case 'days':
      return { type: 3, days_of_month: numbersIn(words) }
    case 'months':
      return { type: 3, months_of_year: numbersIn(words) }
    case 'every':
      return { type: 3, interval: Number(words[0]) * HOUR }
    default:
      throw new Error(`unknown days: ${text}`)
  }
}

function startOf(text: string, timezone: string): Schedule['campaign_start_date'] {
  if (text === 'day') return { type: 1, send_immediately: true, timezone }
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return { type: 3, local_time: hours * HOUR + minutes * 60, timezone }
}

function sunsetOf(text: string, timezone: string): Schedule['sunset'] {
  const [kind, value = ''] = text.split(' ')
  if (kind === 'on') return { type: 1, date: noonOf(value, timezone) + 12 * HOUR - 1, never_end_camgaign: false }
  if (kind === 'after') return { type: 3, number_of_send: Number(value), never_end_camgaign: false }
  return { type: 2, never_end_camgaign: true }
}

const table = readFileSync(new URL('schedule-cases.txt', import.meta.url), 'utf8')
const cases = table.split('\n').filter(line => line !== '' && !line.startsWith('#'))

test('the table holds what it promises', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200)
  expect(new Set(cases).size).toBe(cases.length)
})

test.each(cases)('%s', line => {
  const [timezone = '', days = '', start = '', sunset = '', look = '', expected = ''] = line.split(' | ')
  const schedule: Schedule = {
    message_type: messageTypeOf(days, timezone),
    campaign_start_date: startOf(start, timezone),
    sunset: sunsetOf(sunset, timezone),
  }
  const [from = '', ...views] = look.split(' ')
  const viewed = (name: string) => views[views.indexOf(name) + 1] ?? ''
  const runs = nextRuns(schedule, {
    timezone: 'UTC',
    from: secondsOf(from),
    ...(views.includes('since') && { since: secondsOf(viewed('since')) }),
    ...(views.includes('made') && { made: Number(viewed('made')) }),
  }).map(iso)
  const wanted = expected === 'none' ? [] : expected.split(' ')
  const isEndless = schedule.message_type.type === 3 && sunset === 'never'
  expect(runs).toHaveLength(isEndless ? 10 : wanted.length)
  expect(runs.slice(0, wanted.length)).toEqual(wanted)
})

const ZONES = ['UTC', 'Europe/Madrid', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'America/Santiago']
const MORE_ZONES = ['Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns', 'Asia/Beirut', 'Pacific/Kiritimati']
const zone = fc.constantFrom(...ZONES, ...MORE_ZONES)
const moment = fc.integer({ min: secondsOf('2024-01-01T00:00Z'), max: secondsOf('2030-01-01T00:00Z') })
const later = fc.integer({ min: 0, max: 90 * DAY })
const some = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 8 })

const byCalendar = fc.oneof(
  some(7).map(days_of_week => ({ type: 3 as const, days_of_week })),
  some(31).map(days_of_month => ({ type: 3 as const, days_of_month })),
  some(12).map(months_of_year => ({ type: 3 as const, months_of_year })),
)
const byInterval = fc.constantFrom(1, 2, 4, 8, 12, 24, 48).map(hours => ({ type: 3 as const, interval: hours * HOUR }))
const start = fc.oneof(
  fc.constant({ type: 1 as const }),
  fc.integer({ min: 0, max: 95 }).map(n => ({ type: 3 as const, local_time: n * 900 })),
)

type Recurrence = Extract<MessageType, { type: 3 }>

interface Given {
  message_type: MessageType
  start: Schedule['campaign_start_date']
  timezone: string
  from: number
  /** Days after `from`; 0: never ends. */
  endsAfter: number
}

const given = fc.record({
  message_type: fc.oneof(byCalendar, byInterval) as fc.Arbitrary<MessageType>,
  start: start as fc.Arbitrary<Schedule['campaign_start_date']>,
  timezone: zone,
  from: moment,
  endsAfter: fc.constantFrom(0, 1, 10, 300),
})

const scheduleOf = ({ message_type, start: campaign_start_date, endsAfter, from }: Given): Schedule => ({
  message_type,
  campaign_start_date,
  sunset: endsAfter === 0 ? { type: 2 } : { type: 1, date: from + endsAfter * DAY },
})

describe('for every recurrence, zone and moment', () => {
  test('runs ascend, none before the look and none after the sunset', () => {
    fc.assert(
      fc.property(given, each => {
        const schedule = scheduleOf(each)
        const runs = nextRuns(schedule, each)
        const end = endOf(schedule, each.timezone) ?? Infinity
        runs.forEach((run, n) => {
          expect(run).toBeGreaterThanOrEqual(each.from)
          expect(run * 1000).toBeLessThanOrEqual(end)
          expect(run).toBeGreaterThan(runs[n - 1] ?? -Infinity)
        })
      }),
    )
  })

  test('a run is on its day at its time, or at the first moment after a gap', () => {
    fc.assert(
      fc.property(given, byCalendar, (each, message_type) => {
        const wanted = each.start.local_time ?? 0
        for (const run of nextRuns(scheduleOf({ ...each, message_type }), each)) {
          const shown = Temporal.Instant.fromEpochMilliseconds(run * 1000).toZonedDateTimeISO(each.timezone)
          const before = shown.subtract({ seconds: 1 })
          const { days_of_week, days_of_month, months_of_year } = message_type as Recurrence
          const isMeant =
            days_of_week?.includes(wireDay(shown.dayOfWeek)) ??
            days_of_month?.includes(shown.day) ??
            months_of_year?.includes(shown.month)
          expect(isMeant).toBe(true)
          expect(months_of_year === undefined || shown.day === 1).toBe(true)
          const time = shown.hour * HOUR + shown.minute * 60 + shown.second
          const jumped = shown.offsetNanoseconds > before.offsetNanoseconds
          expect(time === wanted || (jumped && time > wanted)).toBe(true)
        }
      }),
    )
  })

  test('a later look sees the same runs, without those that are over', () => {
    fc.assert(
      fc.property(given, later, (each, wait) => {
        const schedule = scheduleOf(each)
        const all = nextRuns(schedule, { ...each, since: each.from }, 2500)
        const rest = nextRuns(schedule, { ...each, since: each.from, from: each.from + wait }, 5)
        expect(rest).toEqual(all.filter(run => run >= each.from + wait).slice(0, 5))
      }),
      { numRuns: 40 },
    )
  })

  test('a number of sends is what remains of the runs', () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }), (each, sends, made) => {
        const schedule: Schedule = { ...scheduleOf(each), sunset: { type: 3, number_of_send: sends } }
        expect(nextRuns(schedule, { ...each, made })).toHaveLength(Math.max(0, sends - made))
      }),
    )
  })
})
