/** Rows of devices (migration 0025). */
import type { ColumnType, Generated } from 'kysely'

export interface DeviceTable {
  application_id: string
  device_id: string
  contact_id: string
  channel: string
  platform: string
  endpoint: string
  keys: ColumnType<unknown, string | null, string | null>
  about: ColumnType<unknown, string, string>
  created_at: Date
  last_seen_at: Date
  retired_at: Generated<Date | null>
  retired_reason: Generated<string | null>
}
