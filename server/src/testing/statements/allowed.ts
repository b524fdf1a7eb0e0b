/** Statements that may break a rule, each with why. The fewer the better. */
import type { Rule } from './rules.ts'

export interface Permission {
  rule: Rule
  /** A part of the statement, in one line, that no other statement has. */
  text: string
  why: string
}

export const ALLOWED: readonly Permission[] = [
  {
    rule: 'detach-concurrently',
    text: 'DETACH PARTITION',
    why: 'of a table that is spread it is said without CONCURRENTLY (db/retention.ts)',
  },
  {
    rule: 'unbound',
    text: 'from conversion where occurred_at <',
    why: 'the oldest of all applications, a part at a time',
  },
  {
    rule: 'unbound',
    text: 'from event_receipt where received_at <',
    why: 'the same',
  },
  {
    rule: 'unbound',
    text: 'select exists (select 1 from "device") as filled',
    why: 'asked once, of a table that is not spread yet (db/distribution/spread.ts)',
  },
  {
    rule: 'set-config',
    text: "set_config('statement_timeout', $1, true)",
    why: 'the limit is the coordinator’s: when it gives a statement up, it gives up what the other machines do of it',
  },
  {
    rule: 'sees-coordinator',
    text: 'explain (format json)',
    why: 'what is expected is read from the plans of the machines that hold the rows (db/distribution/expected-rows.ts)',
  },
  {
    rule: 'sees-coordinator',
    text: '/ 10000 as version, pg_database_size(current_database())',
    why: 'a backup tells how large about it will be, before anything of the product need be there',
  },
  {
    rule: 'sees-coordinator',
    text: 'select pg_current_xact_id()::text',
    why: 'compared together with the moments of the transactions that the coordinator leads (people/fields/fields.ts)',
  },
  {
    rule: 'sees-coordinator',
    text: 'pg_snapshot_xmin(pg_current_snapshot()) >=',
    why: 'the same',
  },
]
