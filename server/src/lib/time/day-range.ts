import { invalidField } from '../app-error.ts'
import { sentence } from '@notifly/contracts/sentences/sentence'

const DEFAULT_DAYS = 30

/**
 * Days of an application's zone as moments: from the first of `from` to the first of the day after `to`, both days being
 * part of the range. Without either, the last 30 days up to now. Throws invalidField for a day that no calendar has.
 */
export function daysToRange(
  range: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Date,
): { since: Date; until: Date | undefined } {
  const { since, until } = daysGiven(range, timezone)
  if (since !== undefined) return { since, until }
  const last =
    range.to === undefined
      ? Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
      : dayOf('to', range.to)
  return { since: startOf(last.subtract({ days: DEFAULT_DAYS - 1 }), timezone), until }
}

/** The same without a default: a missing side is unbounded. `prefix`: of the names of the fields. */
export function daysGiven(
  range: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  prefix = '',
): { since: Date | undefined; until: Date | undefined } {
  const dayIn = (name: 'from' | 'to', day: string) => dayOf(`${prefix}${name}`, day)
  return {
    since: range.from === undefined ? undefined : startOf(dayIn('from', range.from), timezone),
    until: range.to === undefined ? undefined : startOf(dayIn('to', range.to).add({ days: 1 }), timezone),
  }
}

function dayOf(field: string, day: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(day)
  } catch {
    throw invalidField(field, sentence('campaigns.noDay'))
  }
}

function startOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}
