/** Rows of keys for programs (migration 0010). */
import type { NullableTime, Time } from './columns.ts'

export interface ApiKeyTable {
  application_id: string
  api_key_id: string
  name: string
  scopes: string[]
  secret: string
  created_by: string | null
  created_at: Time
  last_used_at: NullableTime
}
