/**
 * Every table that queries may name; each has one feature that owns it. generated.d.ts has what the migrations make of them; here
 * stands what only we know of a column.
 */
import type { ColumnType, InsertType, Kysely, SelectType } from 'kysely'
import type { TableTypes } from './generated.d.ts'

/** What a statement runs in: the pool, or a transaction. */
export type Db = Kysely<Tables>

/** Written once: the database refuses any change. */
type Fixed<Table> = { [Column in keyof Table]: ColumnType<SelectType<Table[Column]>, InsertType<Table[Column]>, never> }

export interface Tables extends Omit<TableTypes, 'audit_entry' | 'audit_person' | 'run_test'> {
  audit_entry: Fixed<
    Omit<TableTypes['audit_entry'], 'actor_kind'> & { actor_kind: 'account' | 'key' | 'system' | 'sla' }
  >
  audit_person: Fixed<TableTypes['audit_person']>
  run_test: Omit<TableTypes['run_test'], 'part' | 'metric'> & {
    part: 'subject' | 'content'
    metric: 'opened' | 'clicked'
  }
}
