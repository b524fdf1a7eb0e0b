/** Format options of a day with its weekday in words. */
export const FULL_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** "Friday, 15 January 2027" in English, which writes long dates this way everywhere; other languages have Intl's own form. */
export function fullDayText(formatter: Intl.DateTimeFormat, at: Date | number): string {
  if (!formatter.resolvedOptions().locale.startsWith('en')) return formatter.format(at)
  const parts = formatter.formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`
}
