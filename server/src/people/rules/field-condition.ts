/** Conditions on built-in columns and on merge fields as SQL. */
import { type FieldCondition, RULE_ATTRIBUTES, type RuleAttribute } from '@notifly/contracts/segments/rules'
import { type RawBuilder, sql } from 'kysely'
import { type Compared, comparisonTest } from './comparison.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** Where the value is: a column of contact_slot (`s`), or an expression on the contact (`c`) itself. */
interface Source extends Compared {
  inSlot: boolean
}

/** True or false for every contact `s`, never null. */
export function fieldCondition(condition: FieldCondition, context: RuleContext): Sql {
  const source = sourceOf(condition, context)
  const { holds, negated } = comparisonTest(condition, source, context)
  if (source.inSlot) return negated ? sql`((${holds}) is not true)` : sql`((${holds}) is true)`
  const found = sql`exists (select 1 from contact c where c.application_id = ${context.applicationId}
    and c.contact_id = s.contact_id and ${holds})`
  return negated ? sql`(not ${found})` : found
}

/** Built-in columns that contact_slot has too; texts in lower case. */
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

/** The field's value as that type; texts in lower case, null without a value. */
export function sourceOf(
  { field, type }: Pick<FieldCondition, 'field' | 'type'>,
  { slots, incoming }: Pick<RuleContext, 'slots' | 'incoming'>,
): Source {
  if (Object.hasOwn(RULE_ATTRIBUTES, field)) return attribute(field as RuleAttribute)
  const slot = slots.get(field)
  const from = incoming.get(field)
  const inSlot = slot?.type === type && from === undefined
  // A value that has not been moved yet is still in its old field.
  const name =
    from === undefined
      ? sql`${field}::text`
      : sql`case when c.merge_fields ? ${field} then ${field}::text else ${from}::text end`
  const value = inSlot
    ? sql.ref(`s.${type}_${slot?.slot ?? 0}`)
    : sql`${sql.raw(`field_${type}`)}(c.merge_fields, ${name})`
  return { value, inSlot, isMoment: false, isCountry: false }
}

function attribute(field: RuleAttribute): Source {
  const isMoment = RULE_ATTRIBUTES[field] === 'date'
  if (IN_SLOTS.has(field)) {
    const value = sql.ref(field === 'added_on' ? 's.added_at' : `s.${field}`)
    return { value, inSlot: true, isMoment, isCountry: field === 'country' }
  }
  const column = sql.ref(`c.${field}`)
  const isText = RULE_ATTRIBUTES[field] === 'text'
  const value = field === 'email' ? sql.ref('c.email_key') : isText ? sql`nullif(lower(${column}), '')` : column
  return { value, inSlot: false, isMoment, isCountry: false }
}
