import { Schedule } from '@notifly/contracts/campaigns/campaigns'
import { describe, expect, test } from 'vitest'
import { emptyTime12 } from '../../ui/dates/time12.ts'
import {
  firstChoice,
  type Recurrence,
  RECURRENCE_VALUES,
  type RecurrenceKind,
  type ScheduleChoice,
  type ScheduleEnd,
} from './schedule-choice.ts'
import { fromSchedule, toSchedule } from './schedule-wire.ts'
import { dayAt, endOf, noonOf, offsetAt } from './zone-time.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const THEIRS = { delivery_in_users_timezone: true, do_not_disturb: false }

describe('days on a clock', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-24', '2026-11-24T06:30:00Z'],
    ['America/New_York', '2026-11-24', '2026-11-24T17:00:00Z'],
    ['Pacific/Apia', '2026-11-24', '2026-11-23T23:00:00Z'],
    ['Europe/Madrid', '2027-03-28', '2027-03-28T10:00:00Z'],
    ['Europe/Madrid', '2027-10-31', '2027-10-31T11:00:00Z'],
    ['Australia/Lord_Howe', '2027-10-03', '2027-10-03T01:00:00Z'],
    ['UTC', '2026-11-24', '2026-11-24T12:00:00Z'],
  ])('noon in %s on %s is %s', (zone, day, iso) => {
    expect(noonOf(day, zone)).toBe(seconds(iso))
    expect(dayAt(seconds(iso), zone)).toBe(day)
  })

  test.each([
    ['Asia/Kolkata', '2027-01-05', '2027-01-05T18:29:59Z'],
    ['Europe/Madrid', '2027-03-28', '2027-03-28T21:59:59Z'],
    ['Europe/Madrid', '2027-10-31', '2027-10-31T22:59:59Z'],
    ['America/New_York', '2027-03-13', '2027-03-14T04:59:59Z'],
    ['Africa/Cairo', '2027-04-29', '2027-04-29T21:59:59Z'],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-31T09:59:59Z'],
  ])('ends in %s on %s at %s', (zone, day, iso) => {
    expect(endOf(day, zone)).toBe(seconds(iso))
    expect(dayAt(endOf(day, zone), zone)).toBe(day)
  })

  test('know their distance from UTC', () => {
    expect(offsetAt(seconds('2026-11-24T00:00:00Z'), 'Asia/Kolkata')).toBe(19_800)
    expect(offsetAt(seconds('2026-07-01T00:00:00Z'), 'America/St_Johns')).toBe(-9000)
  })
})

const fixed: ScheduleChoice = {
  ...firstChoice('Asia/Kolkata'),
  day: '2026-11-24',
  start: 'fixed',
  time: { hour: 9, minute: 30, period: 'am' },
}

describe('a choice on the wire', () => {
  test('is noon of the day, the time on the clock, and the same time shifted to UTC', () => {
    expect(toSchedule(fixed)).toEqual({
      message_type: { type: 1, date: seconds('2026-11-24T06:30:00Z') },
      campaign_start_date: { type: 3, local_time: 34_200, time: 14_400, timezone: 'Asia/Kolkata' },
      advanced: THEIRS,
    })
    expect(toSchedule({ ...fixed, timezone: 'Pacific/Apia' }).campaign_start_date.time).toBe(73_800)
    expect(toSchedule(firstChoice('UTC'))).toEqual({
      message_type: { type: 1 },
      campaign_start_date: { type: 1, send_immediately: true, timezone: 'UTC' },
      advanced: THEIRS,
    })
  })

  test('says whose clock counts and whether quiet hours are kept, and what is not said comes back as on and off', () => {
    const own = { ...fixed, theirClock: false, quiet: true }
    const wire = toSchedule(own)
    expect(wire.advanced).toEqual({ delivery_in_users_timezone: false, do_not_disturb: true })
    expect(fromSchedule(wire, 'UTC')).toEqual(own)
    const { advanced: _, ...silent } = wire
    expect(fromSchedule(silent, 'UTC')).toEqual(fixed)
  })

  test('is a list of noons for several dates', () => {
    const dates = toSchedule({ ...fixed, type: 'dates', day: null, days: ['2026-11-24', '2027-03-01'] })
    expect(dates.message_type).toEqual({
      type: 2,
      date: [seconds('2026-11-24T06:30:00Z'), seconds('2027-03-01T06:30:00Z')],
    })
    expect(dates.sunset).toBeUndefined()
  })

  test.each<[Recurrence, object]>([
    [{ kind: 'interval', values: [4] }, { interval: 14_400 }],
    [{ kind: 'weekdays', values: [2, 5] }, { days_of_week: [2, 5] }],
    [{ kind: 'monthDays', values: [1, 31] }, { days_of_month: [1, 31] }],
    [{ kind: 'months', values: [1, 7] }, { months_of_year: [1, 7] }],
  ])('is one kind of recurrence: %j', (recurrence, wire) => {
    const choice: ScheduleChoice = { ...fixed, type: 'recurring', day: null, recurrence, sunset: { end: 'never' } }
    expect(toSchedule(choice).message_type).toEqual({ type: 3, ...wire })
    expect(toSchedule(choice).sunset).toEqual({ type: 2, never_end_camgaign: true })
  })

  test.each<[ScheduleEnd, object]>([
    [
      { end: 'date', day: '2027-01-05' },
      { type: 1, date: seconds('2027-01-05T18:29:59Z'), never_end_camgaign: false },
    ],
    [
      { end: 'date', day: null },
      { type: 1, never_end_camgaign: false },
    ],
    [
      { end: 'sends', sends: 8 },
      { type: 3, number_of_send: 8, never_end_camgaign: false },
    ],
    [
      { end: 'sends', sends: null },
      { type: 3, number_of_send: '', never_end_camgaign: false },
    ],
  ])('ends: %j', (sunset, wire) => {
    expect(toSchedule({ ...fixed, type: 'recurring', day: null, sunset }).sunset).toEqual(wire)
  })
})

describe('the way back', () => {
  test('every choice comes back as it was, through a wire that the contract takes', () => {
    let seen = 0
    for (const choice of allChoices()) {
      const wire = toSchedule(choice)
      const taken = Schedule.parse(JSON.parse(JSON.stringify(wire)))
      expect(fromSchedule(taken, 'UTC')).toEqual(choice)
      seen++
    }
    expect(seen).toBeGreaterThan(5000)
    expect(fromSchedule(null, 'Asia/Kolkata')).toEqual(firstChoice('Asia/Kolkata'))
  })

  test('understands writers that name only the shifted time', () => {
    const wire: Schedule = {
      message_type: { type: 1, date: seconds('2026-11-24T00:00:00Z') },
      campaign_start_date: { type: 3, time: 14_400 },
    }
    expect(fromSchedule(wire, 'Asia/Kolkata')).toEqual(fixed)
  })

  test('orders and de-duplicates what others wrote; recurring without a sunset never ends', () => {
    const wire: Schedule = {
      message_type: { type: 3, interval: null, days_of_week: [], days_of_month: [15, 1, 15] },
      campaign_start_date: { type: 1 },
    }
    expect(fromSchedule(wire, 'UTC')).toEqual({
      ...firstChoice('UTC'),
      type: 'recurring',
      recurrence: { kind: 'monthDays', values: [1, 15] },
      sunset: { end: 'never' },
    })
    const noon = seconds('2026-11-24T12:00:00Z')
    const dates: Schedule = {
      message_type: { type: 2, date: [noon + 86_400, noon, noon + 60] },
      campaign_start_date: { type: 1 },
    }
    expect(fromSchedule(dates, 'UTC').days).toEqual(['2026-11-24', '2026-11-25'])
  })
})

const ZONES = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'Europe/Madrid']
/** Changes of the clocks, the leap day, ends of months and of the year. */
const DAYS = ['2026-11-24', '2026-12-31', '2027-03-14', '2027-03-28', '2027-10-31', '2028-02-29']

/** The product of all that can be chosen: whole kinds, first, last and some cells; each start; each end. */
function* allChoices(): Generator<ScheduleChoice> {
  const times = [
    emptyTime12,
    { hour: 12, minute: 0, period: 'am' },
    { hour: 9, minute: 30, period: 'am' },
    { hour: 12, minute: 45, period: 'pm' },
    { hour: 11, minute: 15, period: 'pm' },
  ] as const
  const starts = [
    { start: 'immediately' as const, time: emptyTime12 },
    { start: 'intelligent' as const, time: emptyTime12 },
    ...times.map(time => ({ start: 'fixed' as const, time })),
  ]
  for (const timezone of ZONES) {
    for (const start of starts) {
      for (const days of allDays()) yield { ...firstChoice(timezone), ...days, ...start }
    }
  }
}

function* allDays(): Generator<Partial<ScheduleChoice>> {
  for (const day of [null, ...DAYS]) yield { type: 'once', day }
  for (let count = 0; count <= DAYS.length; count++) yield { type: 'dates', days: DAYS.slice(0, count) }
  const sunsets: ScheduleEnd[] = [
    { end: 'never' },
    ...[null, ...DAYS].map(day => ({ end: 'date' as const, day })),
    ...[null, 1, 8, 1000].map(sends => ({ end: 'sends' as const, sends })),
  ]
  for (const sunset of sunsets) {
    for (const recurrence of [null, ...allRecurrences()]) yield { type: 'recurring', recurrence, sunset }
  }
}

function* allRecurrences(): Generator<Recurrence> {
  for (const kind of Object.keys(RECURRENCE_VALUES) as RecurrenceKind[]) {
    const cells = RECURRENCE_VALUES[kind]
    for (const cell of [cells[0], cells.at(-1)]) if (cell !== undefined) yield { kind, values: [cell] }
    if (kind === 'interval') continue
    yield { kind, values: cells }
    yield { kind, values: cells.filter(cell => cell % 3 === 1) }
  }
}
