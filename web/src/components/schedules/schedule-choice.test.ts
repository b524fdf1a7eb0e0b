import { describe, expect, test } from 'vitest'
import { emptyTime12 } from '../../ui/dates/time12.ts'
import {
  firstChoice,
  usesRecipientTimeZone,
  hasTime,
  isEveryDay,
  isNow,
  RECURRENCE_VALUES,
  toggled,
  withDay,
  withDays,
  withoutPastDays,
  withRecurrence,
  withStart,
  withSunset,
  withType,
} from './schedule-choice.ts'

const first = firstChoice('UTC')
const time = { hour: 9, minute: 30, period: 'am' } as const
const monday = { kind: 'weekdays', values: [2] } as const

describe('choosing a message type', () => {
  test('clears what the type before held', () => {
    const once = withDay(first, '2026-11-24')
    const dates = withDays(once, ['2026-12-01', '2026-11-25', '2026-12-01'])
    expect(dates).toMatchObject({ type: 'dates', day: null, days: ['2026-11-25', '2026-12-01'] })
    const recurring = withRecurrence(dates, monday)
    expect(recurring).toMatchObject({ type: 'recurring', days: [], recurrence: monday, sunset: { end: 'never' } })
    expect(withType(recurring, 'once')).toEqual(first)
  })

  test('chosen again it keeps everything', () => {
    const eight = { ...withRecurrence(first, monday), sunset: { end: 'sends', sends: 8 } as const }
    expect(withType(eight, 'recurring')).toBe(eight)
    expect(withRecurrence(eight, { kind: 'interval', values: [4] }).sunset).toEqual({ end: 'sends', sends: 8 })
  })

  test('keeps the time of day and the clock', () => {
    const fixed = { ...first, start: 'fixed', time } as const
    expect(withType(fixed, 'recurring')).toMatchObject({ start: 'fixed', time, timezone: 'UTC' })
  })
})

describe('cells', () => {
  test('toggle, in order and each once', () => {
    const both = toggled(toggled(monday, 5), 1)
    expect(both.values).toEqual([1, 2, 5])
    expect(toggled(both, 2).values).toEqual([1, 5])
    expect(toggled({ kind: 'months', values: [3, 3] }, 1).values).toEqual([1, 3])
  })

  test('hold one interval at a time', () => {
    expect(toggled({ kind: 'interval', values: [4] }, 48).values).toEqual([48])
    expect(toggled({ kind: 'interval', values: [4] }, 4).values).toEqual([4])
  })

  test('know when they are every day', () => {
    expect(isEveryDay({ kind: 'weekdays', values: RECURRENCE_VALUES.weekdays })).toBe(true)
    expect(isEveryDay({ kind: 'monthDays', values: RECURRENCE_VALUES.monthDays })).toBe(true)
    expect(isEveryDay({ kind: 'months', values: RECURRENCE_VALUES.months })).toBe(false)
    expect(isEveryDay(monday)).toBe(false)
  })
})

describe('start and sunset', () => {
  test('another start begins without a time', () => {
    const fixed = withStart({ ...first, time }, 'fixed')
    expect(fixed.time).toEqual(emptyTime12)
    expect(withStart({ ...fixed, time }, 'fixed').time).toEqual(time)
  })

  test('another end begins without its day or number, and only what recurs has one', () => {
    const recurring = withRecurrence(first, monday)
    expect(withSunset(recurring, 'sends').sunset).toEqual({ end: 'sends', sends: null })
    expect(withSunset({ ...recurring, sunset: { end: 'sends', sends: 8 } }, 'date').sunset).toEqual({
      end: 'date',
      day: null,
    })
    expect(withSunset(first, 'date').sunset).toBeNull()
  })
})

describe('what a choice means', () => {
  test.each([
    [0, false],
    [13, false],
    [1, true],
    [12, true],
  ])('the hour %i is enough: %s', (hour, enough) => {
    expect(hasTime({ start: 'fixed', time: { ...emptyTime12, hour } })).toBe(enough)
  })

  test('recipients’ clocks count unless it is sent now, or several times a day', () => {
    expect(usesRecipientTimeZone(first)).toBe(false)
    expect(usesRecipientTimeZone(withRecurrence(first, monday))).toBe(true)
    expect(usesRecipientTimeZone(withRecurrence(first, { kind: 'interval', values: [4] }))).toBe(false)
    expect(usesRecipientTimeZone(withRecurrence(first, { kind: 'interval', values: [24] }))).toBe(true)
  })

  test('only one time without a date at once is now', () => {
    expect(isNow(first)).toBe(true)
    expect(isNow(withDay(first, '2026-11-24'))).toBe(false)
    expect(isNow(withType(first, 'dates'))).toBe(false)
    expect(isNow(withStart(first, 'fixed'))).toBe(false)
  })

  test('of several days those that are over go, a single one stays to be seen', () => {
    const dates = withDays(first, ['2026-11-19', '2026-11-20', '2026-11-21'])
    expect(withoutPastDays(dates, '2026-11-20').days).toEqual(['2026-11-20', '2026-11-21'])
    expect(withoutPastDays(withDay(first, '2026-11-19'), '2026-11-20').day).toBe('2026-11-19')
  })
})
