/** The table of recipient-clock-cases.txt, line by line, and what holds on every clock there is. */
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sumHourWeights, leastTotal, weightAt } from '../events/best-hours.ts'
import {
  type ClockedRun,
  hourIn,
  momentOf,
  momentsOf,
  movedClock,
  placedAt,
  quietEnd,
  type RunMoment,
  type Zone,
  zoneOf,
} from './recipient-clock.ts'

const HOUR = 3600
const DAY = 24 * HOUR

const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString().replace(':00.000Z', 'Z')
const secondsOf = (text: string) => Date.parse(text) / 1000
const clockTime = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * HOUR + minutes * 60
}
const zoneIn = (text: string): Zone => (/^[+-]\d+$/.test(text) ? Number(text) : text)

const table = readFileSync(new URL('recipient-clock-cases.txt', import.meta.url), 'utf8')
const cases = table.split('\n').filter(line => line !== '' && !line.startsWith('#'))

test.each(cases)('%s', line => {
  const [kind = '', clock = '', what = '', at = '', expected = ''] = line.split(' | ')
  const zone = zoneIn(clock)
  const found =
    kind === 'time' ? momentOf({ kind, day: what, seconds: clockTime(at) }, zone, null) : endOf(what, zone, at)
  expect(found === null ? 'awake' : iso(found)).toBe(expected)
})

function endOf(hours: string, zone: Zone, at: string): number | null {
  const [from = '', to = ''] = hours.split('-')
  return quietEnd({ from: clockTime(from), to: clockTime(to) }, zone, secondsOf(at))
}

test('a contact’s clock is its zone, else its offset, else the application’s', () => {
  expect(zoneOf({ timezone: 'Asia/Kolkata', timezone_offset: 0 }, 'UTC')).toBe('Asia/Kolkata')
  expect(zoneOf({ timezone: 'Mars/Base', timezone_offset: 19_800 }, 'UTC')).toBe(19_800)
  expect(zoneOf({ timezone: '+05:30', timezone_offset: null }, 'Europe/Madrid')).toBe('Europe/Madrid')
  expect(zoneOf({ timezone: null, timezone_offset: null }, 'Europe/Madrid')).toBe('Europe/Madrid')
})

const NAMES = [
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]
const offset = fc.integer({ min: -50_400, max: 50_400 })
const zone = fc.oneof(fc.constantFrom<Zone>(...NAMES, 'Europe/Madrid', 'America/St_Johns', 'Etc/GMT+12'), offset)
const moment = fc.integer({ min: secondsOf('2024-01-01T00:00Z'), max: secondsOf('2030-01-01T00:00Z') })
const timeOfDay = fc.integer({ min: 0, max: DAY - 1 })
const hour = fc.integer({ min: 0, max: 23 })

/** A clock's seconds of the day, told by Intl. */
function shownAt(clock: Zone, at: number): number {
  if (typeof clock === 'number') return (((at + clock) % DAY) + DAY) % DAY
  const text = new Intl.DateTimeFormat('en-GB', { timeZone: clock, timeStyle: 'medium', hourCycle: 'h23' }).format(
    at * 1000,
  )
  return clockTime(text) + Number(text.split(':')[2])
}

describe('on every clock', () => {
  test('a message comes at the time that was asked for, or at the first moment after a gap', () => {
    fc.assert(
      fc.property(zone, moment, timeOfDay, (clock, near, seconds) => {
        const day = new Date(near * 1000).toISOString().slice(0, 10)
        const at = momentOf({ kind: 'time', day, seconds }, clock, null)
        const shown = shownAt(clock, at)
        const jumped = shown - shownAt(clock, at - 1) !== 1 && shown > seconds
        expect(shown === seconds || jumped).toBe(true)
        // Within the day from the first clock to the last one.
        expect(Math.abs(at - (secondsOf(`${day}T00:00Z`) + seconds))).toBeLessThanOrEqual(14 * HOUR + HOUR)
      }),
    )
  })

  test('the best hour comes within the window, and shows itself on the clock wherever the window has it', () => {
    fc.assert(
      fc.property(zone, moment, hour, (clock, from, best) => {
        const window: RunMoment = { kind: 'bestHourWithin', from, until: from + DAY }
        const at = momentOf(window, clock, best)
        expect(at).toBeGreaterThanOrEqual(from)
        expect(at).toBeLessThan(from + DAY)
        expect(momentOf(window, clock, null)).toBe(from)
        const hours = Array.from({ length: 24 }, (_, step) => hourIn(clock, from + step * HOUR))
        // A day on which the clock changes may lack the hour, or an odd offset begin it outside of the window.
        const isPlain = hours.every((each, step) => step === 0 || each === ((hours[step - 1] ?? 0) + 1) % 24)
        expect(!isPlain || hourIn(clock, at) === best || at === from + DAY - HOUR).toBe(true)
      }),
    )
  })

  test('quiet hours end at their time, after now and within a day; outside of them nobody waits', () => {
    fc.assert(
      fc.property(zone, moment, timeOfDay, timeOfDay, (clock, now, from, to) => {
        const end = quietEnd({ from, to }, clock, now)
        const time = shownAt(clock, now)
        const isInside = from < to ? time >= from && time < to : from > to && (time >= from || time < to)
        const wait = end === null ? null : end - now
        expect(isInside || end === null).toBe(true)
        expect(wait === null || (wait > 0 && wait <= DAY + HOUR)).toBe(true)
        expect(end === null || quietEnd({ from, to }, clock, end) === null).toBe(true)
      }),
    )
  })

  test('nothing is due before its moment, before now or after the end, and nothing is later than a day', () => {
    const end = fc.oneof(fc.constant(null), fc.integer({ min: -3 * DAY, max: 3 * DAY }))
    fc.assert(
      fc.property(zone, moment, fc.integer({ min: -3 * DAY, max: 3 * DAY }), end, (clock, near, away, after) => {
        const run = runAt(near, { choice: 'skip', launchedAt: -Infinity })
        const at = momentOf(run.moment, clock, null)
        const now = at + away
        const expiresAt = after === null ? null : now + after
        const placed = placedAt(run, { zone: clock, hour: null }, { now, expiresAt })
        const isAfterEnd = expiresAt !== null && at > expiresAt
        const ends = isAfterEnd ? 'moment_after_end' : 'moment_passed'
        expect(placed).toEqual(isAfterEnd || at <= now - DAY ? { ends } : { dueAt: Math.max(at, now) })
      }),
    )
  })
})

/** At the time that UTC shows at an instant, on that day. */
function runAt(at: number, passed: ClockedRun['passed']): ClockedRun {
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  return { zone: 'UTC', moment: { kind: 'time', day, seconds: at % DAY }, quiet: null, ...(passed && { passed }) }
}

describe('a moment that had passed at the launch', () => {
  const INDIA: Zone = 'Asia/Kolkata'
  const groups = [
    { zone: INDIA, hour: null, people: 131 },
    { zone: 'Europe/Berlin', hour: null, people: 20 },
    { zone: -18_000, hour: null, people: 7 },
  ]
  // Monday at 9:00, launched at 7:19 in Berlin: it is 11:49 in India.
  const launchedAt = secondsOf('2026-11-23T06:19:00Z')
  const monday: RunMoment = { kind: 'time', day: '2026-11-23', seconds: 9 * HOUR }
  const thursday: RunMoment = { kind: 'time', day: '2026-11-26', seconds: 9 * HOUR }
  const view = { now: launchedAt, at: secondsOf('2026-11-23T08:00:00Z'), expiresAt: null, following: thursday }
  const told = (choice: NonNullable<ClockedRun['passed']>['choice'], more: Partial<ClockedRun> = {}) =>
    momentsOf({ zone: 'UTC', moment: monday, quiet: null, passed: { choice, launchedAt }, ...more }, groups, view).map(
      ({ zone_offset, people, at, passed }) => [zone_offset / HOUR, people, at === null ? null : iso(at), passed],
    )
  const OTHERS = [
    [1, 20, '2026-11-23T08:00Z', false],
    [-5, 7, '2026-11-23T14:00Z', false],
  ]

  test('goes with the next run, at the same time of the next day, at once, or not at all', () => {
    expect(told('next_run')).toEqual([...OTHERS, [5.5, 131, '2026-11-26T03:30Z', true]])
    expect(told('next_day')).toEqual([...OTHERS, [5.5, 131, '2026-11-24T03:30Z', true]])
    expect(told('at_once')).toEqual([[5.5, 131, '2026-11-23T06:19Z', true], ...OTHERS])
    expect(told('skip')).toEqual([...OTHERS, [5.5, 131, null, true]])
  })

  test('waits for the end of quiet hours like every other', () => {
    const quiet = { from: 8 * HOUR, to: 12 * HOUR }
    expect(told('at_once', { quiet })).toEqual([
      [5.5, 131, '2026-11-23T06:30Z', true],
      [1, 20, '2026-11-23T11:00Z', false],
      [-5, 7, '2026-11-23T17:00Z', false],
    ])
  })

  test('is placed as it was told, and no message comes earlier than the launch', () => {
    const choice = fc.constantFrom('next_run' as const, 'next_day' as const, 'at_once' as const, 'skip' as const)
    fc.assert(
      fc.property(zone, moment, fc.integer({ min: -DAY, max: DAY }), choice, (clock, near, away, chosen) => {
        const launched = near + away
        const run = runAt(near, { choice: chosen, launchedAt: launched })
        const own = { zone: clock, hour: null }
        const at = momentOf(run.moment, clock, null)
        const placed = placedAt(run, own, { now: launched, expiresAt: null })
        const [line] = momentsOf(run, [{ ...own, people: 1 }], { ...view, now: launched, following: null })
        expect(line?.passed).toBe(at < launched)
        expect(line?.at ?? null).toBe('dueAt' in placed ? placed.dueAt : null)
        const staysOut = at < launched && (chosen === 'next_run' || chosen === 'skip')
        expect('dueAt' in placed).toBe(!staysOut)
        const due = 'dueAt' in placed ? placed.dueAt : launched
        expect(due).toBeGreaterThanOrEqual(launched)
        expect(due === launched || shownAt(clock, due) >= shownAt('UTC', near)).toBe(true)
      }),
    )
  })

  test('while the product was away it is caught up with, whatever was chosen', () => {
    const run = runAt(secondsOf('2026-11-23T09:00:00Z'), { choice: 'skip', launchedAt })
    const now = secondsOf('2026-11-23T10:00:00Z')
    expect(placedAt(run, { zone: 'UTC', hour: null }, { now, expiresAt: null })).toEqual({ dueAt: now })
  })
})

test('opens of lately outweigh more of them long ago, and a few make no habit', () => {
  const at = (iso8601: string) => ({
    applicationId: 'a',
    contactId: 'c',
    channel: 'email',
    timezone: 'Asia/Kolkata',
    timezone_offset: null,
    zone: 'UTC',
    atMs: Date.parse(iso8601),
    hasClicked: false,
  })
  const old = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'].map(day => at(`${day}T04:10:00Z`))
  const recent = ['2026-11-18', '2026-11-19'].map(day => at(`${day}T15:40:00Z`))
  const [reader] = sumHourWeights([...old, ...recent])
  const weights = reader?.weights ?? []
  // 04:10 UTC is 09:40 in Kolkata, 15:40 is 21:10.
  expect(weights.indexOf(Math.max(...weights))).toBe(21)
  expect(weights[9]).toBeGreaterThan(0)
  const now = new Date('2026-11-20T00:00:00Z')
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  expect(total).toBeLessThan(leastTotal(now))
  expect(total + weightAt(now.getTime())).toBeGreaterThan(leastTotal(now))
})

test('a run that waited for days has everybody’s own time on the first day on which it is to come', () => {
  const opensAt = secondsOf('2026-11-02T00:00:00Z')
  const run: ClockedRun = {
    zone: 'UTC',
    moment: { kind: 'time', day: '2026-11-02', seconds: 9 * HOUR },
    quiet: null,
  }
  expect(movedClock(run, opensAt, opensAt + DAY - 1)).toBe(run)
  const within = { ...run, moment: { kind: 'bestHourWithin', from: opensAt, until: opensAt + DAY } } as const
  const late = opensAt + 9 * DAY
  expect(movedClock(within, opensAt, late).moment).toEqual({ kind: 'bestHourWithin', from: late, until: late + DAY })
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...NAMES), offset),
      fc.integer({ min: DAY, max: 400 * DAY }),
      (zone, passed) => {
        const now = opensAt + passed
        const placed = placedAt(
          movedClock(run, opensAt, now) as ClockedRun,
          { zone, hour: null },
          { now, expiresAt: null },
        )
        const dueAt = 'dueAt' in placed ? placed.dueAt : -Infinity
        expect(dueAt).toBeGreaterThanOrEqual(now)
        expect(dueAt).toBeLessThanOrEqual(now + 25 * HOUR)
        expect(hourIn(zone, dueAt)).toBe(9)
      },
    ),
  )
})
