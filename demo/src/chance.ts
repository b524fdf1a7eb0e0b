/** Deterministic random numbers, the same in every demo. */
import { type RawBuilder, sql } from 'kysely'

const STEPS = 1_048_576

/** A number from 0 to 1 derived from a UUID. Each `salt` gives another number. */
export function randomOf(id: RawBuilder<unknown>, salt: number): RawBuilder<number> {
  return sql`((uuid_hash_extended(${id}, ${sql.lit(salt)}::bigint) & ${sql.lit(STEPS - 1)})::float8 / ${sql.lit(STEPS)})`
}

/** The same, derived from an integer. */
export function randomOfNumber(n: RawBuilder<unknown>, salt: number): RawBuilder<number> {
  return sql`((hashint8extended(${n}::bigint, ${sql.lit(salt)}::bigint) & ${sql.lit(STEPS - 1)})::float8 / ${sql.lit(STEPS)})`
}

/** An element of a list, chosen by a number from 0 to 1. */
export function oneOf(list: readonly string[], randomFor: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${sql.lit(`{${list.map(each => JSON.stringify(each)).join(',')}}`)}::text[])[1 + floor(${randomFor} * ${sql.lit(list.length)})::int]`
}

/** A UUIDv7 of that moment, derived from a text. */
export function idOfMoment(at: RawBuilder<unknown>, text: RawBuilder<unknown>): RawBuilder<string> {
  const random = sql`md5(${text})`
  return sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(${random}, 1, 3) || '8' || substr(${random}, 4, 15))::uuid`
}
