import type { MomentSpan } from '@notifly/contracts/schedules/moments'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { offsetAt, viewerZone } from '../schedules/zone-time.ts'
import { useZone } from '../session/use-zone.ts'
import { dateTimeFormat } from './date-time-format.ts'
import { type DateView, timeOfDay } from './dates.ts'
import { daysBetween, relativeTime } from './relative-time.ts'
import { dayIn } from './ranges.ts'

const DAY_SECONDS = 86_400
const WEEK_SECONDS = 7 * DAY_SECONDS

/**
 * Formats times with their weekday, for lists and sentences about campaigns and runs. Uses the application's clock
 * unless another zone is given. Times are epoch seconds.
 */
export function useMoments(other?: string) {
  const own = useZone()
  const zone = other ?? own
  const { i18n, t } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const view = { locale, zone }
    const formatter = (options: Intl.DateTimeFormatOptions) =>
      dateTimeFormat(locale, { ...(zone !== undefined && { timeZone: zone }), ...options })
    const format = (seconds: number, options: Intl.DateTimeFormatOptions) => formatter(options).format(seconds * 1000)
    const now = () => Date.now() / 1000
    const dayOf = (seconds: number) => dayIn(zone, new Date(seconds * 1000))
    const isToday = (seconds: number) => dayOf(seconds) === dayOf(now())
    const sameYear = (seconds: number) => dayOf(seconds).slice(0, 4) === dayOf(now()).slice(0, 4)
    /** "Tue, Nov 17"; with the year unless it is the current one. */
    const day = (seconds: number) =>
      format(seconds, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        ...(!sameYear(seconds) && { year: 'numeric' }),
      })
    const time = (seconds: number) => timeOfDay(seconds, view)
    const timeWithSeconds = (seconds: number) => format(seconds, { timeStyle: 'medium' }).replace(/\u202f/g, ' ')
    /** "Today, 10:02 AM"; "Tue, Nov 17, 10:02 AM". */
    const dayAndTime = (seconds: number) => `${isToday(seconds) ? t('list.today') : day(seconds)}, ${time(seconds)}`
    return {
      day,
      time,
      timeWithSeconds,
      dayAndTime,
      /** The same for use within a sentence: "today, 10:02 AM". */
      within: (seconds: number) => (isToday(seconds) ? lowerFirst(dayAndTime(seconds), locale) : dayAndTime(seconds)),
      /** "Thu, Nov 26, 4:30 AM – 3:00 PM"; a single time if first and last are the same. Null if no message is sent. */
      span: (moments: MomentSpan) => spanWords(moments, { dayAndTime, time, dayOf }),
      /** Without the day if it is today: "10:02 AM". */
      soon: (seconds: number) => (isToday(seconds) ? time(seconds) : `${day(seconds)}, ${time(seconds)}`),
      /** As `soon`, to the second. */
      exact: (seconds: number) =>
        isToday(seconds) ? timeWithSeconds(seconds) : `${day(seconds)}, ${timeWithSeconds(seconds)}`,
      /** "10:02:01.114". */
      precise: (seconds: number, millisecond: number) =>
        `${format(seconds, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })}.${String(millisecond).padStart(3, '0')}`,
      /** The time of day that many seconds from now. */
      timeIn: (seconds: number) => time(now() + seconds),
      /** Today's date on this clock, YYYY-MM-DD. */
      today: () => dayOf(now()),
      /** "Los Angeles": the city in the zone's name. */
      place: spaced((zone ?? viewerZone()).split('/').at(-1) ?? ''),
      /** The offset of this clock from UTC at that time, in milliseconds; positive east of UTC. */
      offsetMs: (seconds: number) => offsetAt(Math.floor(seconds), zone ?? viewerZone()) * 1000,
      /** "Asia/Kolkata (GMT+5:30)". */
      zoneWords: (seconds: number) => {
        const parts = formatter({ timeZoneName: 'shortOffset' }).formatToParts(seconds * 1000)
        return zoneName(zone ?? viewerZone(), parts)
      },
      distance: (seconds: number) => distanceTo(seconds, view),
    }
  }, [locale, zone, t])
}

const spaced = (name: string): string => name.replaceAll('_', ' ')

function zoneName(zone: string, parts: readonly Intl.DateTimeFormatPart[]): string {
  const offset = parts.find(part => part.type === 'timeZoneName')?.value
  return offset === undefined || zone === 'UTC' ? spaced(zone) : `${spaced(zone)} (${offset})`
}

type Words = Record<'dayAndTime' | 'time' | 'dayOf', (seconds: number) => string>

function spanWords({ first, last }: MomentSpan, { dayAndTime, time, dayOf }: Words): string | null {
  if (first === null || last === null) return null
  if (first === last) return dayAndTime(first)
  return `${dayAndTime(first)} – ${dayOf(first) === dayOf(last) ? time(last) : dayAndTime(last)}`
}

/** "in 5 days", "in 3 hours", "tomorrow". */
function distanceTo(seconds: number, view: DateView): string {
  const left = seconds - Date.now() / 1000
  if (left < WEEK_SECONDS) return relativeTime(seconds, view)
  return new Intl.RelativeTimeFormat(view.locale, { numeric: 'auto' }).format(
    daysBetween(Date.now() / 1000, seconds, view),
    'day',
  )
}

function lowerFirst(words: string, locale: string): string {
  return words.charAt(0).toLocaleLowerCase(locale) + words.slice(1)
}

export type Moments = ReturnType<typeof useMoments>
