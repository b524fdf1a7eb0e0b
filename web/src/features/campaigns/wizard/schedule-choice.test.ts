import { describe, expect, test } from 'vitest'
import { emptyTime12 } from '../../../ui/TimeInput12.tsx'
import { firstChoice, fromSchedule, isComplete, type ScheduleChoice, toSchedule } from './schedule-choice.ts'
import { dayAt, noonOf, offsetAt } from './zone-time.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000

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

  test('know their distance from UTC', () => {
    expect(offsetAt(seconds('2026-11-24T00:00:00Z'), 'Asia/Kolkata')).toBe(19_800)
    expect(offsetAt(seconds('2026-07-01T00:00:00Z'), 'America/St_Johns')).toBe(-9000)
  })
})

describe('what the When step holds', () => {
  const fixed: ScheduleChoice = {
    day: '2026-11-24',
    start: 'fixed',
    time: { hour: 9, minute: 30, period: 'am' },
    timezone: 'Asia/Kolkata',
  }

  test('travels as noon of the day, the time on the clock, and the same time shifted to UTC', () => {
    expect(toSchedule(fixed)).toEqual({
      message_type: { type: 1, date: seconds('2026-11-24T06:30:00Z') },
      campaign_start_date: { type: 3, local_time: 34_200, time: 14_400, timezone: 'Asia/Kolkata' },
    })
    expect(toSchedule({ ...fixed, timezone: 'Pacific/Apia' }).campaign_start_date.time).toBe(73_800)
    expect(toSchedule(firstChoice('UTC'))).toEqual({
      message_type: { type: 1 },
      campaign_start_date: { type: 1, send_immediately: true, timezone: 'UTC' },
    })
  })

  test('comes back as it was', () => {
    for (const choice of [
      fixed,
      { ...fixed, day: null },
      { ...fixed, time: { hour: 12, minute: 0, period: 'am' } as const },
      { ...fixed, time: emptyTime12 },
      firstChoice('Europe/Madrid'),
    ]) {
      expect(fromSchedule(toSchedule(choice), 'UTC')).toEqual(choice)
    }
    expect(fromSchedule(null, 'Asia/Kolkata')).toEqual(firstChoice('Asia/Kolkata'))
  })

  test('understands writers that name only the shifted time', () => {
    const { start, time, timezone } = fromSchedule(
      {
        message_type: { type: 1, date: seconds('2026-11-24T00:00:00Z') },
        campaign_start_date: { type: 3, time: 14_400 },
      },
      'Asia/Kolkata',
    )
    expect({ start, time, timezone }).toEqual({ start: 'fixed', time: fixed.time, timezone: 'Asia/Kolkata' })
  })

  test('is complete once an hour from 1 to 12 stands there', () => {
    expect(isComplete(firstChoice('UTC'))).toBe(true)
    expect(isComplete({ ...fixed, time: emptyTime12 })).toBe(false)
    expect(isComplete({ ...fixed, time: { ...emptyTime12, hour: 13 } })).toBe(false)
    expect(isComplete({ ...fixed, time: { ...emptyTime12, hour: 12 } })).toBe(true)
  })
})
