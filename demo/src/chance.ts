/** Chance that is the same each time. */
import { type RawBuilder, sql } from 'kysely'

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const STEPS = 1_048_576

/** The same in SQL, of a uuid: another `salt` makes another number of it. */
export function diceOf(id: RawBuilder<unknown>, salt: number): RawBuilder<number> {
  return sql`((uuid_hash_extended(${id}, ${sql.lit(salt)}::bigint) & ${sql.lit(STEPS - 1)})::float8 / ${sql.lit(STEPS)})`
}

/** The same, of a whole number. */
export function diceOfNumber(n: RawBuilder<unknown>, salt: number): RawBuilder<number> {
  return sql`((hashint8extended(${n}::bigint, ${sql.lit(salt)}::bigint) & ${sql.lit(STEPS - 1)})::float8 / ${sql.lit(STEPS)})`
}

/** One of a list, by a number from 0 to 1. */
export function oneOf(list: readonly string[], dice: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(${sql.lit(`{${list.map(each => JSON.stringify(each)).join(',')}}`)}::text[])[1 + floor(${dice} * ${sql.lit(list.length)})::int]`
}
