/** Rows of A/B tests (migrations 0021 and 0024). */
import type { Generated } from 'kysely'
import type { Json, NullableJson, NullableTime } from './columns.ts'

export interface RunTestTable {
  application_id: string
  run_id: string
  part: 'subject' | 'content'
  metric: 'opened' | 'clicked'
  share: number
  after_hours: number
  decide_at: NullableTime
  winner: number | null
  decided_at: NullableTime
  decided_by: string | null
}

export interface RunVariantTable {
  application_id: string
  run_id: string
  no: number
  template_name: string | null
  content: Json
  seq_from: Generated<number>
  seq_to: Generated<number>
  figures: NullableJson
}
