/**
 * Formats times, given in epoch seconds. English has two exact forms: long "15 January 2027, 9:30 am" for details and
 * short "Jan 15, 2027 9:30 AM" for tables. Other languages use Intl's long and medium forms.
 */
import { FULL_DAY, fullDayText } from '../../ui/dates/full-day.ts'
import { dateTimeFormat } from './date-time-format.ts'

export interface DateView {
  locale: string
  /** IANA zone or UTC; the browser's own by default. */
  zone?: string | undefined
}

/** "15 January 2027, 9:30 am". */
export function longDate(epochSeconds: number, view: DateView): string {
  if (!isEnglish(view)) return format(epochSeconds, view, { dateStyle: 'long', timeStyle: 'short' })
  const part = partsOf(epochSeconds, view, 'long')
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod.toLowerCase()}`
}

/** "Jan 15, 2027 9:30 AM". */
export function shortDate(epochSeconds: number, view: DateView): string {
  if (!isEnglish(view)) return format(epochSeconds, view, { dateStyle: 'medium', timeStyle: 'short' })
  const part = partsOf(epochSeconds, view, 'short')
  return `${part.month} ${part.day}, ${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`
}

/** "Nov 2"; with the year unless it is the current one. */
export function shortDay(epochSeconds: number, view: DateView, now = Date.now() / 1000): string {
  const year = (seconds: number) => format(seconds, { ...view, locale: 'en' }, { year: 'numeric' })
  const sameYear = year(epochSeconds) === year(now)
  return format(epochSeconds, view, { month: 'short', day: 'numeric', ...(!sameYear && { year: 'numeric' }) })
}

/** "15 January 2027", without a time, for invoices and ranges. */
export function longDay(epochSeconds: number, view: DateView): string {
  if (!isEnglish(view)) return format(epochSeconds, view, { dateStyle: 'long' })
  const part = partsOf(epochSeconds, view, 'long')
  return `${part.day} ${part.month} ${part.year}`
}

/** "Friday, 15 January 2027", for days whose weekday matters. */
export function fullDay(epochSeconds: number, view: DateView): string {
  return fullDayText(formatter(view, FULL_DAY), epochSeconds * 1000)
}

/** "Jan 15, 2027", without a time, for tables. */
export function mediumDay(epochSeconds: number, view: DateView): string {
  if (!isEnglish(view)) return format(epochSeconds, view, { dateStyle: 'medium' })
  const part = partsOf(epochSeconds, view, 'short')
  return `${part.month} ${part.day}, ${part.year}`
}

/** "9:30 AM", or the language's own form. */
export function timeOfDay(epochSeconds: number, view: DateView): string {
  if (!isEnglish(view)) return format(epochSeconds, view, { timeStyle: 'short' })
  const part = partsOf(epochSeconds, view, 'short')
  return `${part.hour}:${part.minute} ${part.dayPeriod}`
}

/** "IST" or "GMT+5:30": the zone's short name at that time. */
export function zoneName(epochSeconds: number, view: DateView): string {
  const parts = formatter(view, { timeZoneName: 'short' }).formatToParts(epochSeconds * 1000)
  return parts.find(part => part.type === 'timeZoneName')?.value ?? ''
}

function isEnglish({ locale }: DateView): boolean {
  return locale.split('-')[0] === 'en'
}

function format(epochSeconds: number, view: DateView, options: Intl.DateTimeFormatOptions): string {
  return formatter(view, options).format(epochSeconds * 1000)
}

function formatter(view: DateView, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateTimeFormat(view.locale, { ...options, ...(view.zone && { timeZone: view.zone }) })
}

type PartName = 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dayPeriod'

/** Built from parts, because Intl adds commas and narrow spaces that our two English forms do not have. */
export function partsOf(
  epochSeconds: number,
  view: DateView,
  month: 'long' | 'short' | 'numeric',
): Record<PartName, string> {
  const parts = formatter(
    { ...view, locale: 'en-US' },
    { day: 'numeric', month, year: 'numeric', hour: 'numeric', minute: '2-digit', hour12: true },
  ).formatToParts(epochSeconds * 1000)
  return Object.fromEntries(parts.map(part => [part.type, part.value])) as Record<PartName, string>
}
