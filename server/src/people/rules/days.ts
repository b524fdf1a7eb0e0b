import { type RawBuilder, sql } from 'kysely'
import type { RuleContext } from './rule-context.ts'

/** Days of a time zone, and the instants at which they begin. */

/** The day that it is there, `YYYY-MM-DD`. */
export function dayAt(at: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/** `n` days later; earlier where `n` is negative. */
export function addDays(day: string, n: number): string {
  return Temporal.PlainDate.from(day).add({ days: n }).toString()
}

/** Days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return Temporal.PlainDate.from(first).until(second, { largestUnit: 'day' }).days
}

/** Its first instant; not every day begins at midnight. */
export function startOf(day: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timezone).startOfDay().epochMilliseconds)
}

// Days on which a contact did something, and how many there have to be.

/** Days that the bits of contact_activity and contact_sent go back, the last one included. */
export const ACTIVITY_DAYS = 63

/** Both days included; undefined: no end. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

export interface DayCount {
  op: 'at_least' | 'exactly'
  n: number
}

/** For rows `did` of one contact, a day of which may come more than once. */
export function daysHolding({ op, n }: DayCount): RawBuilder<unknown> {
  return sql`count(distinct did.day) ${sql.raw(op === 'exactly' ? '=' : '>=')} ${n}::int`
}

/** Keeps a subquery to the one contact who is asked for, where there is one: PostgreSQL would look at all of them first. */
export function onlyOf(column: RawBuilder<unknown>, { contactId }: RuleContext): RawBuilder<unknown> {
  return contactId === undefined ? sql`` : sql`and ${column} = ${contactId}`
}
