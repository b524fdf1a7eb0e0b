/** Rows of sites (migration 0029). */
import type { Json, Time } from './columns.ts'

export interface PromptPreferencesTable {
  application_id: string
  preferences: Json
  updated_by: string | null
  updated_at: Time
}
