/** Rows of frequency caps (migration 0020). */
import type { ColumnType } from 'kysely'

export interface ContactCapTable {
  application_id: string
  channel: string
  contact_id: string
  runs: string[]
  times: ColumnType<Date[], Date[], Date[]>
}
