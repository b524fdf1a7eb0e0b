/** Format options for a day with its weekday in words. */
export const FULL_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** In every English locale "Friday, 15 January 2027"; in other languages the format of Intl. */
export function fullDayText(formatter: Intl.DateTimeFormat, at: Date | number): string {
  if (!formatter.resolvedOptions().locale.startsWith('en')) return formatter.format(at)
  const parts = formatter.formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(each => each.type === type)?.value ?? ''
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`
}
