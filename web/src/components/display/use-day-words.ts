import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { longDay } from './dates.ts'

/** Formats calendar days, YYYY-MM-DD, which have no zone. */
export function useDayWords() {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    const short = format({ month: 'short', day: 'numeric' })
    const full = format({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
    const medium = format({ dateStyle: 'medium' })
    const date = (day: string) => new Date(`${day}T00:00:00Z`)
    return {
      /** "Nov 12". */
      short: (day: string) => short.format(date(day)),
      /** "12 November 2026". */
      long: (day: string) => longDay(date(day).getTime() / 1000, { locale, zone: 'UTC' }),
      /** "Thu, Nov 12, 2026". */
      full: (day: string) => full.format(date(day)),
      /** "Oct 14 – Nov 12, 2026"; a single day if both are the same. */
      range: ({ from, to }: { from: string; to: string }) => medium.formatRange(date(from), date(to)),
      /** "Oct 14 – Nov 12"; with the year unless it is the current one. */
      shortRange: ({ from, to }: { from: string; to: string }) => {
        const isThisYear = from.slice(0, 4) === to.slice(0, 4) && to.slice(0, 4) === String(new Date().getFullYear())
        return (isThisYear ? short : medium).formatRange(date(from), date(to))
      },
    }
  }, [locale])
}
