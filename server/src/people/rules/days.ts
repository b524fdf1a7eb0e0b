import type { BehaviourCondition } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import type { RuleContext } from './rule-context.ts'

/** Days of a time zone, and the instants at which they start. */

/** The current day there, `YYYY-MM-DD`. */
export function dayAt(at: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/** The day `n` days later; earlier for negative `n`. */
export function addDays(day: string, n: number): string {
  return Temporal.PlainDate.from(day).add({ days: n }).toString()
}

/** Number of days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return Temporal.PlainDate.from(first).until(second, { largestUnit: 'day' }).days
}

/** Its first instant; not every day starts at midnight. */
export function startOf(day: string, timezone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timezone).startOfDay().epochMilliseconds)
}

// Days on which a contact did something, and how many there must be.

/** How many days the bits of contact_activity and contact_sent go back, including the last one. */
export const ACTIVITY_DAYS = 63

/** Both days are included; undefined: unbounded. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The days that a condition asks for. */
export function daysOf(
  when: BehaviourCondition['when'],
  { now, timezone }: Pick<RuleContext, 'now' | 'timezone'>,
): Days {
  if (when.op === 'last_days') return { from: addDays(dayAt(now, timezone), 1 - when.days) }
  return when.op === 'between' ? { from: when.from, to: when.to } : {}
}

/** SQL: `and` with the instants between which these days are. */
export function spanOf(moment: RawBuilder<unknown>, { from, to }: Days, timezone: string): RawBuilder<unknown> {
  return sql`${from === undefined ? sql`` : sql`and ${moment} >= ${startOf(from, timezone)}::timestamptz`}
    ${to === undefined ? sql`` : sql`and ${moment} < ${startOf(addDays(to, 1), timezone)}::timestamptz`}`
}

export interface DayCount {
  op: 'at_least' | 'exactly'
  n: number
}

/** For rows `did` of one contact, with a day possibly more than once. */
export function daysHolding({ op, n }: DayCount): RawBuilder<unknown> {
  return sql`count(distinct did.day) ${sql.raw(op === 'exactly' ? '=' : '>=')} ${n}::int`
}

/** Restricts a subquery to the contacts in question, if not all are: PostgreSQL would read all of them first. */
export function onlyOf(column: RawBuilder<unknown>, { contactIds }: RuleContext): RawBuilder<unknown> {
  return contactIds === undefined ? sql`` : sql`and ${column} = any(${[...contactIds]}::uuid[])`
}
