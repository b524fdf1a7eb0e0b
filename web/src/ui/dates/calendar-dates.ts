// Calendar days are strings, YYYY-MM-DD: a day has no hour and no time zone. Only the calendar widget needs Date
// objects, always local midnight of that day.

/** Local midnight of a day. */
export function dayToDate(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** The day of a Date in local time. */
export function dateToDay(date: Date): string {
  const part = (value: number, width: number) => String(value).padStart(width, '0')
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`
}

/** The day that many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  const date = dayToDate(day)
  date.setDate(date.getDate() + days)
  return dateToDay(date)
}

/** The days that can be scheduled: from tomorrow to one year from today. */
export function schedulingWindow(today: string): { min: string; max: string } {
  const lastDay = dayToDate(today)
  lastDay.setFullYear(lastDay.getFullYear() + 1)
  return { min: addDays(today, 1), max: dateToDay(lastDay) }
}

type WeekInfo = { firstDay: number }

/** First day of the locale's week, Sunday = 0. Monday if the browser does not know. */
export function firstWeekday(locale: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const named = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
  const info = named.getWeekInfo?.() ?? named.weekInfo
  return ((info?.firstDay ?? 1) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
}
