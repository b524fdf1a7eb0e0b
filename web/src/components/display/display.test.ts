import { APPROVAL_STATUS } from '@notifly/contracts/approvals/approvals'
import { describe, expect, test } from 'vitest'
import { statusTone } from '../approvals/use-request-words.ts'
import { fromClock, toClock } from './clock.ts'
import { fullDay, longDate, longDay, mediumDay, shortDate, shortDay } from './dates.ts'
import { relativeTime } from './relative-time.ts'
import { abbreviated, bytes, ordinal, percent } from './numbers.ts'
import { rangeOf, shortcutOf } from './ranges.ts'
import { campaignLook, deliveryLook, emailCodeLook, peopleTone, whatsappCodeLook } from './status-tones.ts'
import en from '../../locales/en/common.json'

// 2027-01-15 09:30:00 UTC
const MOMENT = 1_800_005_400

describe('numbers', () => {
  test.each([
    [999, '999'],
    [1000, '1K'],
    [1234, '1.2K'],
    [1960, '2K'],
    [999_949, '999.9K'],
    [999_950, '1M'],
    [3_449_000, '3.4M'],
    [2_000_000_000, '2B'],
    [-1500, '-1.5K'],
  ])('%d is abbreviated to %s in English', (value, text) => {
    expect(abbreviated(value, 'en')).toBe(text)
  })

  test('the letters stay and the decimal sign follows the language', () => {
    expect(abbreviated(1500, 'es')).toBe('1,5K')
    expect(abbreviated(1500, 'fr')).toBe('1,5K')
    expect(abbreviated(1500, 'hi')).toBe('1.5K')
  })

  test('a share has one decimal and a percent sign', () => {
    expect(percent(0.979, 'en')).toBe('97.9%')
    expect(percent(0, 'en')).toBe('0.0%')
    expect(percent(1, 'en')).toBe('100.0%')
  })

  test('a share of few is not none, and one of nearly all is not all', () => {
    expect(percent(1 / 3000, 'en')).toBe('<0.1%')
    expect(percent(0.001, 'en')).toBe('0.1%')
    expect(percent(2999 / 3000, 'en')).toBe('>99.9%')
    expect(percent(0.999, 'en')).toBe('99.9%')
  })

  test('sizes go by 1,024', () => {
    expect(bytes(2_097_152, 'en')).toBe('2 MB')
    expect(bytes(1536, 'en')).toBe('1.5 kB')
  })

  test('4 to 20 all end in th', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 20, 21, 22, 23, 31].map(value => ordinal(value, 'en')).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 20th 21st 22nd 23rd 31st',
    )
    for (let value = 4; value <= 20; value += 1) expect(ordinal(value, 'en')).toBe(`${value}th`)
  })
})

describe('dates', () => {
  const english = { locale: 'en', zone: 'UTC' }

  test('English has exactly the two specified forms', () => {
    expect(longDate(MOMENT, english)).toBe('15 January 2027, 9:30 am')
    expect(shortDate(MOMENT, english)).toBe('Jan 15, 2027 9:30 AM')
  })

  test('a zone moves the clock and the day', () => {
    expect(shortDate(MOMENT, { locale: 'en', zone: 'Asia/Kolkata' })).toBe('Jan 15, 2027 3:00 PM')
    expect(longDate(MOMENT, { locale: 'en', zone: 'Pacific/Honolulu' })).toBe('14 January 2027, 11:30 pm')
  })

  test.each(['es', 'fr', 'hi'])('%s uses the forms of Intl', locale => {
    const intl = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    expect(longDate(MOMENT, { locale, zone: 'UTC' })).toBe(intl.format(MOMENT * 1000))
  })

  test('days without a time', () => {
    expect(longDay(MOMENT, english)).toBe('15 January 2027')
    expect(fullDay(MOMENT, english)).toBe('Friday, 15 January 2027')
    expect(fullDay(MOMENT, { locale: 'en', zone: 'Pacific/Honolulu' })).toBe('Thursday, 14 January 2027')
    expect(fullDay(MOMENT, { locale: 'es', zone: 'UTC' })).toBe('viernes, 15 de enero de 2027')
    expect(mediumDay(MOMENT, english)).toBe('Jan 15, 2027')
    expect(mediumDay(MOMENT, { locale: 'es', zone: 'UTC' })).toBe('15 ene 2027')
    expect(shortDay(MOMENT, english, MOMENT)).toBe('Jan 15')
    expect(shortDay(MOMENT, english, MOMENT + 366 * 86_400)).toBe('Jan 15, 2027')
  })

  test('tomorrow and yesterday are days of the calendar', () => {
    const [hour, atNoon] = [3600, Date.UTC(2027, 0, 15, 12) / 1000]
    const utc = { locale: 'en', zone: 'UTC' }
    expect(relativeTime(atNoon + 25 * hour, utc, atNoon)).toBe('tomorrow')
    expect(relativeTime(atNoon + 47 * hour, utc, atNoon)).toBe('in 2 days')
    expect(relativeTime(atNoon - 25 * hour, utc, atNoon)).toBe('yesterday')
    expect(relativeTime(atNoon - 47 * hour, utc, atNoon)).toBe('2 days ago')
    // 35 hours earlier it is one o'clock of the day before, and one in Auckland of two days before.
    expect(relativeTime(atNoon - 35 * hour, utc, atNoon)).toBe('yesterday')
    expect(relativeTime(atNoon - 35 * hour, { locale: 'en', zone: 'Pacific/Auckland' }, atNoon)).toBe('2 days ago')
  })

  test('what is near reads relative and what is a week away as a date', () => {
    expect(relativeTime(MOMENT - 180, english, MOMENT)).toBe('3 minutes ago')
    expect(relativeTime(MOMENT + 2 * 86_400, english, MOMENT)).toBe('in 2 days')
    expect(relativeTime(MOMENT - 5, english, MOMENT)).toBe('now')
    expect(relativeTime(MOMENT - 5, { ...english, justNow: 'just now' }, MOMENT)).toBe('just now')
    expect(relativeTime(MOMENT + 5, { ...english, justNow: 'just now' }, MOMENT)).toBe('now')
    expect(relativeTime(MOMENT + 177 * 60, english, MOMENT)).toBe('in 3 hours')
    expect(relativeTime(MOMENT - 177 * 60, english, MOMENT)).toBe('2 hours ago')
    expect(relativeTime(MOMENT + 59.7 * 60, english, MOMENT)).toBe('in 1 hour')
    expect(relativeTime(MOMENT - 8 * 86_400, english, MOMENT)).toBe('Jan 7, 2027 9:30 AM')
  })
})

describe('the time picker', () => {
  test('seconds of a day become twelve hours and back', () => {
    expect(toClock(3600)).toEqual({ hour: 1, minute: 0, period: 'am' })
    expect(toClock(0)).toEqual({ hour: 12, minute: 0, period: 'am' })
    expect(toClock(12 * 3600 + 45 * 60)).toEqual({ hour: 12, minute: 45, period: 'pm' })
    for (let seconds = 0; seconds < 86_400; seconds += 900) expect(fromClock(toClock(seconds))).toBe(seconds)
  })

  test('minutes snap to the nearest quarter, over midnight too', () => {
    expect(toClock(9 * 3600 + 40 * 60)).toEqual({ hour: 9, minute: 45, period: 'am' })
    expect(toClock(23 * 3600 + 58 * 60)).toEqual({ hour: 12, minute: 0, period: 'am' })
  })

  test('the offset of the zone is applied and taken off', () => {
    const kolkata = 5.5 * 3600
    expect(toClock(4 * 3600, kolkata)).toEqual({ hour: 9, minute: 30, period: 'am' })
    expect(fromClock({ hour: 9, minute: 30, period: 'am' }, kolkata)).toBe(4 * 3600)
    expect(fromClock({ hour: 1, minute: 0, period: 'am' }, kolkata)).toBe(19.5 * 3600)
  })
})

describe('date ranges', () => {
  const now = new Date('2027-01-15T20:00:00Z')

  test('shortcuts count back from today in the zone, both ends included', () => {
    expect(rangeOf('today', 'UTC', now)).toEqual({ from: '2027-01-15', to: '2027-01-15' })
    expect(rangeOf('today', 'Asia/Kolkata', now)).toEqual({ from: '2027-01-16', to: '2027-01-16' })
    expect(rangeOf('yesterday', 'UTC', now)).toEqual({ from: '2027-01-14', to: '2027-01-14' })
    expect(rangeOf('lastWeek', 'UTC', now)).toEqual({ from: '2027-01-09', to: '2027-01-15' })
    expect(rangeOf('lastMonth', 'UTC', now)).toEqual({ from: '2026-12-17', to: '2027-01-15' })
    expect(rangeOf('lastThreeMonths', 'UTC', now).from).toBe('2026-10-18')
  })

  test('a range that is a shortcut is known as one', () => {
    expect(shortcutOf({ from: '2026-12-17', to: '2027-01-15' }, 'UTC', now)).toBe('lastMonth')
    expect(shortcutOf({ from: '2026-12-18', to: '2027-01-15' }, 'UTC', now)).toBeUndefined()
  })
})

describe('status tones', () => {
  test('campaigns', () => {
    expect(campaignLook('ended').tone).toBe('light-green')
    expect(campaignLook('executing')).toMatchObject({ tone: 'secondary', live: true })
    expect(campaignLook('something else').word).toBe('campaign.unknown')
  })

  test('email numbers', () => {
    expect([0, 1, 2, 3, 4, 5].map(code => emailCodeLook(code).tone)).toEqual([
      'mellow',
      'light-blue',
      'danger',
      'light-green',
      'light-blue',
      'mellow',
    ])
  })

  test('WhatsApp numbers, in words and colours as they were specified', () => {
    const said = (code: number) => {
      const { tone, word } = whatsappCodeLook(code)
      return [en.status.delivery[word.replace('delivery.', '') as keyof typeof en.status.delivery], tone]
    }
    expect(Array.from({ length: 17 }, (_, code) => said(code))).toEqual([
      ['Pending', 'mellow'],
      ['Sent', 'light-blue'],
      ['Failed', 'danger'],
      ['Delivered', 'light-green'],
      ['Invalid template', 'danger'],
      ['Invalid merge field', 'danger'],
      ['Phone not in address book', 'danger'],
      ['Merge field count missmatch', 'danger'],
      ['Accepted', 'light-green'],
      ['Invalid number', 'danger'],
      ['Read', 'light-green'],
      ['Duplicate receiver', 'mellow'],
      ['Unsubscribe', 'mellow'],
      ['Click', 'light-green'],
      ['Conversion', 'light-green'],
      ['Complaint', 'danger'],
      ['Scheduled', 'light-blue'],
    ])
  })

  test('what waits for its worker is in the queue, and what was opened is seen', () => {
    expect([deliveryLook('sending').tone, en.status.delivery.sending, en.status.delivery.opened]).toEqual([
      'secondary',
      'Queue',
      'Seen',
    ])
  })

  test('people and approvals, by name and by number', () => {
    expect(['Approved', 'Active', 1].map(peopleTone)).toEqual(['light-green', 'light-green', 'light-green'])
    expect(['Rejected', 2].map(peopleTone)).toEqual(['danger', 'danger'])
    expect(['Invited', 0, 'Pending'].map(peopleTone)).toEqual(['mellow', 'mellow', 'mellow'])
    expect(peopleTone('Owner')).toBe('light-blue')
    expect(statusTone(APPROVAL_STATUS.withdrawn)).toBe('light-blue')
  })
})
