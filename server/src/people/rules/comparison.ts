/** Comparisons of a value as SQL, wherever the value is. */
import { countriesNamed, countryNames, countryOf } from '@notifly/contracts/contacts/countries'
import type { TEXT_OPERATORS } from '@notifly/contracts/segments/comparisons'
import type { FieldCondition, PropertyComparison } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayAt, startOf } from './days.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

export type Comparison = FieldCondition | PropertyComparison

/** What is compared; texts in lower case, null without a value. */
export interface Compared {
  value: Sql
  /** Times are compared with the instants at which days start, dates with the days themselves. */
  isMoment: boolean
  /** Countries are equal by code and by name. */
  isCountry: boolean
}

/** The condition on the value; `negated` conditions also hold without a value. */
interface Test {
  holds: Sql
  negated: boolean
}

/** The SQL test of a comparison. */
export function comparisonTest(
  condition: Comparison,
  source: Compared,
  context: Pick<RuleContext, 'timezone' | 'now'>,
): Test {
  const { value } = source
  if (isPresence(condition)) return { holds: sql`${value} is not null`, negated: condition.op === 'is_empty' }
  switch (condition.type) {
    case 'text':
      return textTest(condition, source)
    case 'number':
      return numberTest(condition, value)
    case 'boolean':
      return { holds: condition.op === 'is_true' ? sql`${value}` : sql`not ${value}`, negated: false }
    case 'date':
      return { holds: dateTest(condition, source, context), negated: false }
  }
}

type TextOperator = (typeof TEXT_OPERATORS)[number]
type Presence = Extract<Comparison, { op: 'is_empty' | 'is_not_empty' }>
type Tested<Type extends string> = Extract<Exclude<Comparison, Presence>, { type: Type }>

function isPresence(condition: Comparison): condition is Presence {
  return condition.op === 'is_empty' || condition.op === 'is_not_empty'
}

function textTest({ op, value: given }: Tested<'text'>, { value, isCountry }: Compared): Test {
  const negated = op === 'is_not' || op === 'contains_not'
  if (isCountry) return { holds: anyOf(value, countriesLike(op, given), textHolds(op, given, value)), negated }
  return { holds: textHolds(op, given, value), negated }
}

function textHolds(op: TextOperator, given: string, value: Sql): Sql {
  const text = sql`lower(${given}::text)`
  switch (op) {
    case 'is':
    case 'is_not':
      return sql`${value} = ${text}`
    case 'contains':
    case 'contains_not':
      return sql`position(${text} in ${value}) > 0`
    case 'starts_with':
      return sql`starts_with(${value}, ${text})`
  }
}

function anyOf(value: Sql, texts: readonly string[], otherwise: Sql): Sql {
  return texts.length === 0 ? otherwise : sql`(${value} = any(${texts}::text[]) or ${otherwise})`
}

/** How contacts of a country may be stored, in lower case: with its code, or with a name from elsewhere. */
function countriesLike(op: TextOperator, given: string): string[] {
  if (op === 'is' || op === 'is_not') {
    const code = countryOf(given)
    return code === undefined ? [] : [code, ...countryNames(code)].map(name => name.toLowerCase())
  }
  const part = given.toLowerCase()
  const found = countriesNamed(name => {
    const at = name.toLowerCase().indexOf(part)
    return op === 'starts_with' ? at === 0 : at !== -1
  })
  return found.map(code => code.toLowerCase())
}

const COMPARISONS = { equals: '=', not_equals: '=', less_than: '<', greater_than: '>' } as const

function numberTest(condition: Tested<'number'>, value: Sql): Test {
  if (condition.op === 'between') {
    return { holds: sql`${value} between ${condition.from}::float8 and ${condition.to}::float8`, negated: false }
  }
  const { op, value: given } = condition
  return { holds: sql`${value} ${sql.raw(COMPARISONS[op])} ${given}::float8`, negated: op === 'not_equals' }
}

function dateTest(
  condition: Tested<'date'>,
  { value, isMoment }: Compared,
  { timezone, now }: Pick<RuleContext, 'timezone' | 'now'>,
): Sql {
  const from = (day: string): Sql =>
    isMoment ? sql`${value} >= ${startOf(day, timezone)}::timestamptz` : sql`${value} >= ${day}::date`
  const before = (day: string): Sql =>
    isMoment ? sql`${value} < ${startOf(day, timezone)}::timestamptz` : sql`${value} < ${day}::date`
  const within = (first: string, last: string): Sql => sql`(${from(first)} and ${before(addDays(last, 1))})`
  switch (condition.op) {
    case 'before':
      return before(condition.value)
    case 'after':
      return from(addDays(condition.value, 1))
    case 'on':
      return within(condition.value, condition.value)
    case 'between':
      return within(condition.from, condition.to)
    case 'last_days': {
      const today = dayAt(now, timezone)
      return within(addDays(today, 1 - condition.days), today)
    }
  }
}
