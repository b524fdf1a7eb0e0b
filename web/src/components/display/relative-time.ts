/** How far away a time is, in words. Apart from the other formatters, since the first page to open says no such thing. */
import { useTranslation } from 'react-i18next'
import { type DateView, partsOf, shortDate } from './dates.ts'

const DAY_SECONDS = 86_400

/** "3 minutes ago" in the page's language; days are those of the given zone, by default the browser's. */
export function useRelativeTime(zone?: string): (epochSeconds: number) => string {
  const { t, i18n } = useTranslation()
  return epochSeconds => relativeTime(epochSeconds, { locale: i18n.language, zone, justNow: t('ui.justNow') })
}

/**
 * "3 minutes ago", "in 2 days", "now"; from a week away on the short date. Days are those of the calendar: 47 hours ahead is rarely tomorrow.
 * What is to come is rounded, what has passed is full hours and minutes. Intl has only "now" for a moment ago: `justNow` says it better.
 */
export function relativeTime(
  epochSeconds: number,
  view: DateView & { justNow?: string },
  now = Date.now() / 1000,
): string {
  const distance = epochSeconds - now
  if (Math.abs(distance) >= 7 * DAY_SECONDS) return shortDate(epochSeconds, view)
  const words = new Intl.RelativeTimeFormat(view.locale, { numeric: 'auto' })
  if (Math.abs(distance) >= DAY_SECONDS) return words.format(daysBetween(now, epochSeconds, view), 'day')
  const whole = distance > 0 ? Math.round : Math.trunc
  const minutes = whole(distance / 60)
  if (Math.abs(minutes) >= 60) return words.format(whole(distance / 3600), 'hour')
  if (minutes !== 0) return words.format(minutes, 'minute')
  return (distance <= 0 && view.justNow) || words.format(0, 'second')
}

/** Midnights from one time to another; negative if the second is earlier. */
export function daysBetween(from: number, to: number, view: DateView): number {
  const day = (seconds: number) => {
    const part = partsOf(seconds, view, 'numeric')
    return Date.UTC(Number(part.year), Number(part.month) - 1, Number(part.day)) / 1000 / DAY_SECONDS
  }
  return day(to) - day(from)
}
