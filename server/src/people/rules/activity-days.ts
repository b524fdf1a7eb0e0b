/** Days on which a contact did something, and how many there have to be. */
import { type RawBuilder, sql } from 'kysely'
import type { RuleContext } from './rule-context.ts'

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
