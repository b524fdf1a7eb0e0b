import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { relativeTime, timeOfDay } from '../../components/display/dates.ts'

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS

/** Moments with their weekday, as lists and sentences of campaigns say them. Times come as epoch seconds. */
export function useDates(zone: string) {
  const { i18n, t } = useTranslation('campaigns')
  const locale = i18n.language
  return useMemo(() => {
    const view = { locale, zone }
    const format = (seconds: number, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(seconds * 1000)
    const dayKey = (seconds: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(seconds * 1000)
    const year = (seconds: number) => dayKey(seconds).slice(0, 4)
    const now = () => Date.now() / 1000
    /** "Tue, Nov 17", with the year when it is another one. */
    const day = (seconds: number) =>
      format(seconds, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        ...(year(seconds) !== year(now()) && { year: 'numeric' }),
      })
    const time = (seconds: number) => timeOfDay(seconds, view)
    /** "Tue, Nov 17, 9:30 AM"; "Today, 9:30 AM". */
    const dayAndTime = (seconds: number) =>
      `${dayKey(seconds) === dayKey(now()) ? t('list.today') : day(seconds)}, ${time(seconds)}`
    /** The same within a sentence: "today, 9:30 AM". */
    const within = (seconds: number) =>
      dayKey(seconds) === dayKey(now()) ? lowerFirst(dayAndTime(seconds), locale) : dayAndTime(seconds)
    /** "Asia/Kolkata (GMT+5:30)". */
    const zoneWords = (seconds: number) => {
      const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
        seconds * 1000,
      )
      const offset = parts.find(part => part.type === 'timeZoneName')?.value
      const name = zone.replaceAll('_', ' ')
      return offset === undefined || zone === 'UTC' ? name : `${name} (${offset})`
    }
    /** "in 5 days", "in 3 hours", "tomorrow". */
    const distance = (seconds: number) => {
      const left = seconds - now()
      if (left >= WEEK_SECONDS) {
        return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(left / DAY_SECONDS), 'day')
      }
      return relativeTime(seconds, view)
    }
    return { day, time, dayAndTime, within, zoneWords, distance }
  }, [locale, zone, t])
}

function lowerFirst(words: string, locale: string): string {
  return words.charAt(0).toLocaleLowerCase(locale) + words.slice(1)
}
