/** Suggests values of a text field to authors of rules. Bounded, however many contacts there are. */
import { countriesBeginning, countryOf } from '@notifly/contracts/contacts/countries'
import { SEGMENT_VALUES_MAX, type SegmentValues } from '@notifly/contracts/segments/segments'
import { RULE_VALUE_MAX } from '@notifly/contracts/segments/comparisons'
import { type RawBuilder, sql } from 'kysely'
import { limitStatements, QUERY_CANCELED } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { contactTotal } from '../contacts/contact-total.ts'
import { sourceOf } from './field-condition.ts'
import type { RuleContext } from './rule-context.ts'

type Sql = RawBuilder<unknown>

/** How many contacts are read; of more, a sample: 40 ms for values of contact_slot, 60 ms for those of the wide rows (2 cores). */
const SLOTS_LOOKED_AT = 20_000
const CONTACTS_LOOKED_AT = 5000
/** How long the typing person waits; then nothing is suggested. */
const LIMIT_MS = 250
/** Countries are few, and one may be stored in several spellings. */
const COUNTRIES_MAX = 500

export interface ValuesQuery {
  field: string
  /** What values start with; empty for all. */
  prefix: string
}

const NONE: SegmentValues = { values: [], estimated: false }

/** Most frequent first; addresses and ids sorted. */
export async function fieldValues(
  db: Db,
  { field, prefix }: ValuesQuery,
  context: RuleContext,
): Promise<SegmentValues> {
  try {
    return await db.transaction().execute(async tx => {
      await limitStatements(tx, `${LIMIT_MS}`)
      if (Object.hasOwn(ADDRESSES, field)) return addressValues(tx, field as keyof typeof ADDRESSES, prefix, context)
      return field === 'country' ? countryValues(tx, prefix, context) : frequentValues(tx, { field, prefix }, context)
    })
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) return NONE
    throw error
  }
}

/** Columns in which nearly every contact has a value of its own, with what their index contains. */
const ADDRESSES = { email: 'email_key', external_user_id: 'external_user_id', phone_number: 'phone_number' } as const

const LAST_CHARACTER = '\u{10FFFF}'

/** The next ones in the index. */
async function addressValues(
  tx: Db,
  field: keyof typeof ADDRESSES,
  typed: string,
  { applicationId }: RuleContext,
): Promise<SegmentValues> {
  if (typed === '') return NONE
  const column = sql.ref(ADDRESSES[field])
  const prefix = field === 'email' ? typed.toLowerCase() : typed
  const { rows } = await sql<{ value: string; contacts: number }>`
    select ${column} as value, count(*)::int as contacts from contact
    where application_id = ${applicationId} and ${column} >= ${prefix} and ${column} < ${prefix + LAST_CHARACTER}
      and starts_with(${column}, ${prefix})
    group by ${column} order by ${column} limit ${SEGMENT_VALUES_MAX}`.execute(tx)
  return { values: rows, estimated: false }
}

async function countryValues(tx: Db, prefix: string, context: RuleContext): Promise<SegmentValues> {
  const found = await sampleValues(tx, 'country', sql`true`, COUNTRIES_MAX, context)
  const wanted = prefix === '' ? undefined : new Set(countriesBeginning(prefix))
  const counts = new Map<string, number>()
  for (const { value, contacts } of found.values) {
    const country = countryOf(value) ?? value
    const isWanted = wanted === undefined || wanted.has(country) || value.toLowerCase().startsWith(prefix.toLowerCase())
    if (isWanted) counts.set(country, (counts.get(country) ?? 0) + contacts)
  }
  const values = [...counts].map(([value, contacts]) => ({ value, contacts }))
  return { ...found, values: values.toSorted((a, b) => b.contacts - a.contacts).slice(0, SEGMENT_VALUES_MAX) }
}

function frequentValues(tx: Db, { field, prefix }: ValuesQuery, context: RuleContext): Promise<SegmentValues> {
  return sampleValues(tx, field, sql`starts_with(value, lower(${prefix}::text))`, SEGMENT_VALUES_MAX, context)
}

/** `isWanted`: a condition on `value`, which is in lower case. Values too long for a rule are left out. */
async function sampleValues(
  tx: Db,
  field: string,
  isWanted: Sql,
  limit: number,
  context: RuleContext,
): Promise<SegmentValues> {
  const { applicationId } = context
  const { value, inSlot } = sourceOf({ field, type: 'text' }, context)
  const total = await contactTotal(tx, applicationId)
  const most = inSlot ? SLOTS_LOOKED_AT : CONTACTS_LOOKED_AT
  const estimated = total > most
  const { rows } = await sql<{ value: string; n: number; looked_at: number }>`
    with looked_at as materialized (
      select s.contact_id, left(${value}, ${RULE_VALUE_MAX + 1}::int) as value
      from contact_slot s ${estimated ? sql`tablesample system (${(100 * most) / total}::real) repeatable (1)` : sql``}
      ${inSlot ? sql`` : sql`join contact c on c.application_id = s.application_id and c.contact_id = s.contact_id`}
      where s.application_id = ${applicationId}
    ), found as (
      select value, count(*)::int as n, (array_agg(contact_id))[1] as contact_id from looked_at
      where length(value) <= ${RULE_VALUE_MAX}::int and ${isWanted}
      group by value order by n desc, value limit ${limit}
    )
    select coalesce(${spelling(field)}, f.value) as value, f.n, (select count(*)::int from looked_at) as looked_at
    from found f join contact c on c.application_id = ${applicationId} and c.contact_id = f.contact_id
    order by f.n desc, f.value`.execute(tx)
  const share = (rows[0]?.looked_at ?? 0) / total
  const contactsOf = (n: number): number => (estimated ? Math.round(n / share) : n)
  return { values: rows.map(row => ({ value: row.value, contacts: contactsOf(row.n) })), estimated }
}

/** As the contact `c` has it, if that is the value `f`. */
function spelling(field: string): Sql {
  const isColumn = ['country', 'lang', 'platform_type', 'timezone', 'device_details'].includes(field)
  const kept = isColumn ? sql.ref(`c.${field}`) : sql`c.merge_fields ->> ${field}`
  return sql`case when lower(${kept}) = f.value then ${kept} end`
}
