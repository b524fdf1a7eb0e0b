import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '../../../components/display/ranges.ts'
import { timeOfDay } from '../../../components/display/dates.ts'
import { useZone } from '../../../components/session/use-zone.ts'

/** Moments of a run as its pages say them, on the application's clock or another one. Times come as epoch seconds. */
export function useMoments(other?: string) {
  const own = useZone()
  const zone = other ?? own
  const { i18n, t } = useTranslation('delivery')
  const locale = i18n.language
  return useMemo(() => {
    const zoned = zone === undefined ? {} : { timeZone: zone }
    const format = (seconds: number, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...zoned, ...options }).format(seconds * 1000)
    const dayOf = (seconds: number) => dayIn(zone, new Date(seconds * 1000))
    const isToday = (seconds: number) => dayOf(seconds) === dayOf(Date.now() / 1000)
    const sameYear = (seconds: number) => dayOf(seconds).slice(0, 4) === dayOf(Date.now() / 1000).slice(0, 4)
    const day = (seconds: number) =>
      format(seconds, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        ...(!sameYear(seconds) && { year: 'numeric' }),
      })
    const time = (seconds: number) => timeOfDay(seconds, { locale, zone })
    const timeWithSeconds = (seconds: number) => format(seconds, { timeStyle: 'medium' }).replace(/\u202f/g, ' ')
    return {
      time,
      timeWithSeconds,
      /** The time of day in so many seconds from now. */
      timeIn: (seconds: number) => time(Date.now() / 1000 + seconds),
      /** Today on this clock, YYYY-MM-DD. */
      today: () => dayIn(zone, new Date()),
      /** "Today, 10:02 AM"; "Tue, Nov 17, 10:02 AM". */
      dayAndTime: (seconds: number) => `${isToday(seconds) ? t('today') : day(seconds)}, ${time(seconds)}`,
      /** Today's without the day: "10:02 AM". */
      soon: (seconds: number) => (isToday(seconds) ? time(seconds) : `${day(seconds)}, ${time(seconds)}`),
      /** The same to the second. */
      exact: (seconds: number) =>
        isToday(seconds) ? timeWithSeconds(seconds) : `${day(seconds)}, ${timeWithSeconds(seconds)}`,
      /** "10:02:01.114". */
      precise: (seconds: number, millisecond: number) =>
        `${format(seconds, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })}.${String(millisecond).padStart(3, '0')}`,
      isToday,
      day,
      /** How far this clock is before UTC at that moment, in milliseconds. */
      offsetMs: (seconds: number) => offsetOf(seconds, zoned),
    }
  }, [locale, zone, t])
}

function offsetOf(seconds: number, zoned: { timeZone?: string }): number {
  const parts = new Intl.DateTimeFormat('en', { ...zoned, timeZoneName: 'longOffset' }).formatToParts(seconds * 1000)
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])(\d+):(\d+)/.exec(parts.find(part => part.type === 'timeZoneName')?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

export type Moments = ReturnType<typeof useMoments>
