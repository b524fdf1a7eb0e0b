/** Conditions on our own columns and on merge fields as SQL. */
import { countriesNamed, countryNames, countryOf } from '@notifly/contracts/contacts/countries'
import {
  type FieldCondition,
  RULE_ATTRIBUTES,
  type RuleAttribute,
  type TEXT_OPERATORS,
} from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayAt, startOf } from './days.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** Where the value is: a column of contact_slot (`s`), or an expression on the contact (`c`) itself. */
interface Source {
  value: Sql
  inSlot: boolean
  /** Moments are compared with the instants at which days begin, dates with the days themselves. */
  isMoment: boolean
}

/** What has to hold of the value; `negated` conditions hold as well where there is no value. */
interface Test {
  holds: Sql
  negated: boolean
}

/** True or false for every contact `s`, never null. */
export function fieldCondition(condition: FieldCondition, context: RuleContext): Sql {
  const source = sourceOf(condition, context)
  const { holds, negated } = testOf(condition, source, context)
  if (source.inSlot) return negated ? sql`((${holds}) is not true)` : sql`((${holds}) is true)`
  const found = sql`exists (select 1 from contact c where c.application_id = ${context.applicationId}
    and c.contact_id = s.contact_id and ${holds})`
  return negated ? sql`(not ${found})` : found
}

/** Columns of our own that contact_slot has too; texts in lower case. */
const IN_SLOTS = new Set<string>([
  'country',
  'lang',
  'platform_type',
  'timezone',
  'timezone_offset',
  'is_test',
  'created_on',
  'updated_on',
  'added_on',
] satisfies RuleAttribute[])

/** Where the field's value is as that type; texts in lower case, null where there is none. */
export function sourceOf(
  { field, type }: Pick<FieldCondition, 'field' | 'type'>,
  { slots, incoming }: Pick<RuleContext, 'slots' | 'incoming'>,
): Source {
  if (Object.hasOwn(RULE_ATTRIBUTES, field)) return attribute(field as RuleAttribute)
  const slot = slots.get(field)
  const from = incoming.get(field)
  const inSlot = slot?.type === type && from === undefined
  // Whose value has not arrived yet has it where it comes from.
  const name =
    from === undefined
      ? sql`${field}::text`
      : sql`case when c.merge_fields ? ${field} then ${field}::text else ${from}::text end`
  const value = inSlot
    ? sql.ref(`s.${type}_${slot?.slot ?? 0}`)
    : sql`${sql.raw(`field_${type}`)}(c.merge_fields, ${name})`
  return { value, inSlot, isMoment: false }
}

function attribute(field: RuleAttribute): Source {
  const isMoment = RULE_ATTRIBUTES[field] === 'date'
  if (IN_SLOTS.has(field)) {
    return { value: sql.ref(field === 'added_on' ? 's.added_at' : `s.${field}`), inSlot: true, isMoment }
  }
  const column = sql.ref(`c.${field}`)
  const isText = RULE_ATTRIBUTES[field] === 'text'
  const value = field === 'email' ? sql.ref('c.email_key') : isText ? sql`nullif(lower(${column}), '')` : column
  return { value, inSlot: false, isMoment }
}

function testOf(condition: FieldCondition, source: Source, context: RuleContext): Test {
  const { value } = source
  if (isPresence(condition)) return { holds: sql`${value} is not null`, negated: condition.op === 'is_empty' }
  switch (condition.type) {
    case 'text':
      return textTest(condition, value)
    case 'number':
      return numberTest(condition, value)
    case 'boolean':
      return { holds: condition.op === 'is_true' ? sql`${value}` : sql`not ${value}`, negated: false }
    case 'date':
      return { holds: dateTest(condition, source, context), negated: false }
  }
}

type TextOperator = (typeof TEXT_OPERATORS)[number]
type Presence = Extract<FieldCondition, { op: 'is_empty' | 'is_not_empty' }>
type Tested<Type extends string> = Extract<Exclude<FieldCondition, Presence>, { type: Type }>

function isPresence(condition: FieldCondition): condition is Presence {
  return condition.op === 'is_empty' || condition.op === 'is_not_empty'
}

function textTest({ field, op, value: given }: Tested<'text'>, value: Sql): Test {
  const negated = op === 'is_not' || op === 'contains_not'
  if (field === 'country')
    return { holds: anyOf(value, countriesLike(op, given), textHolds(op, given, value)), negated }
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

/** As what a contact of such a country is kept, in lower case: with its code, or with a name that was written without us. */
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

function dateTest(condition: Tested<'date'>, { value, isMoment }: Source, { timezone, now }: RuleContext): Sql {
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
