import type { BehaviourCondition } from '@notifly/contracts/segments/rules'
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

/** The days that a condition asks for. */
export function daysOf(
  when: BehaviourCondition['when'],
  { now, timezone }: Pick<RuleContext, 'now' | 'timezone'>,
): Days {
  if (when.op === 'last_days') return { from: addDays(dayAt(now, timezone), 1 - when.days) }
  return when.op === 'between' ? { from: when.from, to: when.to } : {}
}

/** `and` with the instants between which these days lie. */
export function spanOf(moment: RawBuilder<unknown>, { from, to }: Days, timezone: string): RawBuilder<unknown> {
  return sql`${from === undefined ? sql`` : sql`and ${moment} >= ${startOf(from, timezone)}::timestamptz`}
    ${to === undefined ? sql`` : sql`and ${moment} < ${startOf(addDays(to, 1), timezone)}::timestamptz`}`
}

export interface DayCount {
  op: 'at_least' | 'exactly'
  n: number
}

/** For rows `did` of one contact, a day of which may come more than once. */
export function daysHolding({ op, n }: DayCount): RawBuilder<unknown> {
  return sql`count(distinct did.day) ${sql.raw(op === 'exactly' ? '=' : '>=')} ${n}::int`
}

/** Keeps a subquery to those contacts who are asked for, where not all are: PostgreSQL would look at all of them first. */
export function onlyOf(column: RawBuilder<unknown>, { contactIds }: RuleContext): RawBuilder<unknown> {
  return contactIds === undefined ? sql`` : sql`and ${column} = any(${[...contactIds]}::uuid[])`
}
