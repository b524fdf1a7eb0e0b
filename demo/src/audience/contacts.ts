/**
 * Customers by number: the same number is the same person in every demo. They are added week by week, so that early
 * campaigns do not reach contacts who came later.
 */
import { noteFields } from '@notifly/server/people/fields/fields'
import { type RawBuilder, sql } from 'kysely'
import { randomOfNumber, oneOf } from '../chance.ts'
import type { Shop } from '../world/team.ts'
import type { World } from '../world/world.ts'
import { MAILBOXES, PLACES, type Place } from './places.ts'

type Sql = RawBuilder<unknown>

const N = sql`n`
const randomFor = (salt: number) => randomOfNumber(N, salt)

/** The shop's own merge fields: what its till knows of a customer. */
const FIELDS = [
  { name: 'first_name', type: 'text', sample: 'Olivia' },
  { name: 'last_name', type: 'text', sample: 'Walker' },
  { name: 'city', type: 'text', sample: 'Bristol' },
  { name: 'loyalty_tier', type: 'text', sample: 'Gold' },
  { name: 'loyalty_points', type: 'number', sample: '1840' },
  { name: 'orders', type: 'number', sample: '6' },
  { name: 'total_spent', type: 'number', sample: '412.50' },
  { name: 'last_order', type: 'date', sample: '2026-10-04' },
  { name: 'favorite', type: 'text', sample: 'Lighting' },
  { name: 'voucher_code', type: 'text', sample: 'PINE-4821' },
] as const

export async function noteShopFields({ database, at }: World, { applicationId }: Shop): Promise<void> {
  await noteFields(database.kysely, applicationId, FIELDS, at(-186, '10:30'))
}

export interface Arrivals {
  /** Contact numbers, both inclusive. */
  from: number
  to: number
  /** When they came: spread between these moments, or, if `since` is null, all at `until` from one file. */
  since: Date | null
  until: Date
}

export async function addContacts({ database }: World, shop: Shop, arrivals: Arrivals): Promise<void> {
  const { from, to, since, until } = arrivals
  if (to < from) return
  const span = since === null ? 0 : (until.getTime() - since.getTime()) / 1000
  await sql`
    insert into contact (application_id, contact_id, external_user_id, email, email_key, phone_number, country, lang, timezone,
      is_test, merge_fields, created_on, updated_on, added_at, changed_at)
    select ${shop.applicationId}::uuid, ${contactId(shop, N)}, 'hp-' || (100000 + n), email, email,
      case when ${randomFor(4)} < 0.74 then numbers || lpad((${randomFor(5)} * 9000000)::int::text, 7, '0') end,
      country, lang, timezone, n <= 3, ${mergeFields(until)}, created, greatest(created, added - ${randomFor(7)} * interval '40 days'),
      added, added
    from (
      select named.*, lower(first || '.' || last) || '_' || n || '@' || ${domain()} as email,
        round((orders * (24 + 90 * ${randomFor(12)}))::numeric, 2) as spent,
        ${until}::timestamptz - ${randomFor(6)} * ${span}::float8 * interval '1 second' as added,
        ${until}::timestamptz - (5 + ${randomFor(8)} * 1400) * interval '1 day' as created
      from (
        select n, place.*, 1 + floor(18 * ${randomFor(11)} ^ 3)::int as orders, ${first()} as first, ${last()} as last
        from generate_series(${from}::int, ${to}::int) n
        join lateral (${places()}) as place(country, lang, timezone, numbers, city, firsts, lasts) on true offset 0
      ) named offset 0
    ) people`.execute(database.kysely)
}

/** The id of contact number `n`. */
export function contactId({ no }: Shop, n: Sql): RawBuilder<string> {
  return sql`('0198c0de-0000-7000-8000-' || lpad(to_hex(${sql.lit(no)}::bigint * 16777216 + ${n}), 12, '0'))::uuid`
}

/** The place of a customer. Shares are percentages. */
function places(): Sql {
  let upTo = 0
  const rows = PLACES.map(({ country, lang, zone, numbers, share, cities, first: firsts, last: lasts }: Place) => {
    const from = upTo
    upTo += share
    const words = [country, lang, zone, numbers].map(word => sql.lit(word))
    const lists = [cities, firsts, lasts].map(
      list => sql`${sql.lit(`{${list.map(each => `"${each}"`).join(',')}}`)}::text[]`,
    )
    return sql`(${sql.join([sql.lit(from / 100), sql.lit(upTo / 100), ...words, ...lists])})`
  })
  return sql`
    select country, lang, zone, numbers, cities[1 + floor(${randomFor(2)} * cardinality(cities))::int], firsts, lasts
    from (values ${sql.join(rows)}) as p(least, most, country, lang, zone, numbers, cities, firsts, lasts)
    where ${randomFor(1)} >= least and ${randomFor(1)} < most`
}

const first = (): Sql => sql`firsts[1 + floor(${randomFor(9)} * cardinality(firsts))::int]`
const last = (): Sql => sql`lasts[1 + floor(${randomFor(10)} * cardinality(lasts))::int]`

function domain(): Sql {
  let upTo = 0
  const cases = MAILBOXES.map(({ domain: name, share }) => {
    upTo += share
    return sql`when ${randomFor(3)} < ${sql.lit(upTo / 100)} then ${sql.lit(name)}`
  })
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** A few customers spend much, most of them little. */
function mergeFields(until: Date): Sql {
  const favorite = oneOf(['Lighting', 'Furniture', 'Kitchen', 'Textiles', 'Garden'], randomFor(13))
  const tier = sql`case when spent >= 900 then 'Gold' when spent >= 450 then 'Silver' else 'Member' end`
  const lastOrder = sql`to_char(${until}::timestamptz - 160 * ${randomFor(14)} ^ 1.6 * interval '1 day', 'YYYY-MM-DD')`
  return sql`jsonb_build_object('first_name', first, 'last_name', last, 'city', city, 'loyalty_tier', ${tier},
    'loyalty_points', (spent * 2)::int::text, 'orders', orders::text, 'total_spent', spent::text,
    'last_order', ${lastOrder}, 'favorite', ${favorite}, 'voucher_code', 'PINE-' || (1000 + (${randomFor(15)} * 8999)::int))`
}
