// Months are strings, YYYY-MM, and days YYYY-MM-DD.
import { addDays, dateToDay, dayToDate, firstWeekday } from './calendar-dates.ts'

/** The month of a day. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** The month that many months later, or earlier if negative. */
export function addMonths(month: string, months: number): string {
  const date = dayToDate(`${month}-01`)
  date.setMonth(date.getMonth() + months)
  return monthOf(dateToDay(date))
}

/** The weeks of a month in the locale's week. Days of neighbouring months fill the first and last week. */
export function weeksOf(month: string, locale: string): string[][] {
  const first = `${month}-01`
  const before = (dayToDate(first).getDay() - firstWeekday(locale) + 7) % 7
  const weeks: string[][] = []
  for (let day = addDays(first, -before); day < `${addMonths(month, 1)}-01`; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)))
  }
  return weeks
}
