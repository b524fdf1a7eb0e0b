/**
 * Describes a schedule in words: "Every Monday and Thursday at 9:30 AM; ends after 8 sends". Used by the list, the
 * review and the summary.
 */
import type { TFunction } from 'i18next'
import { ordinal } from '../display/numbers.ts'
import type { Time12 } from '../../ui/dates/time12.ts'
import { clockName, dayName, inWeekOrder, monthName, weekdayName } from './calendar-words.ts'
import {
  usesRecipientTimeZone,
  hasTime,
  isEveryDay,
  isNow,
  type Recurrence,
  RECURRENCE_VALUES,
  type ScheduleChoice,
  type ScheduleEnd,
} from './schedule-choice.ts'

export interface WordsView {
  t: TFunction<'campaigns'>
  locale: string
  /** The current year, which is left out of dates. */
  year: number
}

/** How many dates are listed before "and more". */
const DATES_NAMED = 3

const MIDNIGHT: Time12 = { hour: 12, minute: 0, period: 'am' }

/** The whole schedule as a sentence without a full stop. */
export function scheduleWords(choice: ScheduleChoice, view: WordsView): string {
  const { t } = view
  const main = mainWords(choice, view)
  const end = choice.sunset === null ? null : sunsetWords(choice.sunset, view)
  const sentence = end === null ? main : t('words.until', { main, end })
  return choice.quiet ? t('words.until', { main: sentence, end: t('words.quiet') }) : sentence
}

/** Days, time of day and clock. */
function mainWords(choice: ScheduleChoice, view: WordsView): string {
  const { t } = view
  if (isNow(choice)) return choice.start === 'intelligent' ? t('words.bestHourSoon') : t('when.now')
  const main = runsWords(choice, view)
  return usesRecipientTimeZone(choice) && choice.start !== 'intelligent' ? t('words.theirTime', { main }) : main
}

/** The chosen days of a message type, such as "Every week on Tuesday"; null if none are chosen. */
export function typeLabel({ type, day, days, recurrence }: ScheduleChoice, view: WordsView): string | null {
  switch (type) {
    case 'once':
      return day === null ? null : dayName(day, view.locale, view.year, { weekday: 'short' })
    case 'dates':
      return days.length === 0 ? null : datesLabel(days, view)
    case 'recurring':
      return recurrence === null ? null : recurrenceLabel(recurrence, view)
  }
}

/** "Every week on Tuesday", "Every day", "Every hour". */
export function recurrenceLabel(recurrence: Recurrence, view: WordsView): string {
  const { t } = view
  if (recurrence.kind !== 'weekdays' || isEveryDay(recurrence)) return recurrenceWords(recurrence, view)
  return t('words.everyWeek', { days: weekdaysList(recurrence.values, view) })
}

/** The first three dates and the number of further ones. */
export function datesLabel(days: readonly string[], { t, locale, year }: WordsView): string {
  const names = days.slice(0, DATES_NAMED).map(day => dayName(day, locale, year))
  const more = days.length - names.length
  if (more === 0) return new Intl.ListFormat(locale).format(names)
  const named = new Intl.ListFormat(locale, { type: 'unit' }).format(names)
  return t('words.more', { days: named, count: more })
}

/** Days and time of day: "Every Monday and Thursday at 9:30 AM". */
function runsWords(choice: ScheduleChoice, view: WordsView): string {
  const { t, locale } = view
  const { start, time, recurrence } = choice
  // "At one" is singular in some languages. On a 24-hour clock 1 PM is thirteen.
  const isOne = time.hour === 1 && (time.period === 'am' || !countsTo24(locale))
  const at = { time: clockName(time, locale), count: isOne ? 1 : 2 }
  const isKnown = start === 'fixed' && hasTime(choice)
  const days = daysWords(choice, view)
  if (start === 'intelligent') return t('words.bestHour', { days })
  if (days === null) return isKnown ? t('words.nextTime', at) : t('when.noTime')
  if (start === 'immediately') {
    if (recurrence?.kind === 'interval') return t('words.fromMidnight', { days })
    return t('words.at', { days, time: clockName(MIDNIGHT, locale), count: 2 })
  }
  if (!isKnown) return t('words.noTime', { days })
  return recurrence?.kind === 'interval' ? t('words.firstAt', { days, ...at }) : t('words.at', { days, ...at })
}

/** The days in words; null for one time without a date, which means the next time the clock shows that hour. */
function daysWords(choice: ScheduleChoice, view: WordsView): string | null {
  const { t } = view
  const { type, recurrence } = choice
  const label = typeLabel(choice, view)
  if (type === 'once') return label === null ? null : t('words.onDay', { day: label })
  if (label === null) return t('words.noDays')
  return recurrence === null ? t('words.onDay', { day: label }) : recurrenceWords(recurrence, view)
}

function recurrenceWords(recurrence: Recurrence, view: WordsView): string {
  const { t, locale } = view
  const { kind, values } = recurrence
  const list = (items: string[]) => new Intl.ListFormat(locale).format(items)
  if (isEveryDay(recurrence)) return t('words.everyDay')
  switch (kind) {
    case 'interval':
      return t('words.hours', { count: values[0] ?? 1 })
    case 'weekdays':
      return t('words.weekdays', { days: weekdaysList(values, view) })
    case 'monthDays':
      return t('words.monthDays', { count: values.length, days: list(values.map(day => dateName(day, locale))) })
    case 'months':
      return values.length === RECURRENCE_VALUES.months.length
        ? t('words.everyMonth')
        : t('words.months', { months: list(values.map(month => monthName(month, locale))) })
  }
}

/** A day of the month: an ordinal in English, and in French for the first one. */
function dateName(day: number, locale: string): string {
  const isOrdinal = locale === 'en' || (locale === 'fr' && day === 1)
  return isOrdinal ? ordinal(day, locale) : new Intl.NumberFormat(locale).format(day)
}

/** Null for a campaign without an end. */
function sunsetWords(sunset: ScheduleEnd, { t, locale, year }: WordsView): string | null {
  switch (sunset.end) {
    case 'never':
      return null
    case 'date':
      return sunset.day === null
        ? t('words.endUnknown')
        : t('words.endsOn', { day: dayName(sunset.day, locale, year, { weekday: 'short' }) })
    case 'sends':
      return sunset.sends === null ? t('words.endUnknown') : t('words.endsAfter', { count: sunset.sends })
  }
}

function weekdaysList(weekdays: readonly number[], { locale }: WordsView): string {
  const names = inWeekOrder(weekdays, locale).map(weekday => weekdayName(weekday, locale))
  return new Intl.ListFormat(locale).format(names)
}

function countsTo24(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === false
}
