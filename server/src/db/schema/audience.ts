/** Rows of contacts, segments and imports (migration 0002). */
import type { Generated } from 'kysely'
import type { GeneratedJson, Json, NullableJson, NullableTime, Time } from './columns.ts'

export interface ContactTable {
  application_id: string
  contact_id: string
  external_user_id: string | null
  email: string | null
  email_key: string | null
  phone_number: string | null
  country: string | null
  lang: string | null
  latitude: number | null
  longitude: number | null
  platform_type: string | null
  device_details: string | null
  timezone: string | null
  timezone_offset: number | null
  is_test: Generated<boolean>
  merge_fields: GeneratedJson
  created_on: NullableTime
  updated_on: NullableTime
  added_at: Time
  changed_at: Time
}

export interface MergeFieldTable {
  application_id: string
  name: string
  type: string
  filled: Generated<number>
  sample: string | null
  created_at: Time
}

export interface ConsentTable {
  application_id: string
  contact_id: string
  channel: string
  status: string
  source: string
  since: Time
}

export interface SuppressionTable {
  application_id: string
  channel: string
  address_key: string
  reason: string
  detail: string | null
  created_at: Time
}

export interface SegmentTable {
  application_id: string
  segment_id: string
  name: string
  kind: string
  rules: NullableJson
  contact_count: Generated<number>
  created_by: string | null
  created_at: Time
  updated_at: Time
}

export interface SegmentMemberTable {
  application_id: string
  segment_id: string
  contact_id: string
}

export interface ImportTable {
  application_id: string
  import_id: string
  state: string
  file_id: string
  file_name: string
  size_bytes: number
  columns: GeneratedJson
  rows_total: Generated<number>
  rows_done: Generated<number>
  expected_users: Generated<number>
  duplicates: Generated<number>
  rejected: Generated<number>
  new_users: Generated<number>
  updated_users: Generated<number>
  error_file_id: string | null
  problems: GeneratedJson
  segment_id: string | null
  segment_name: string | null
  message: string | null
  created_by: string | null
  created_at: Time
  expires_at: Time
}

export interface ImportRowTable {
  import_id: string
  row_no: number
  contact_id: string | null
  new_id: string
  is_known: boolean
  external_user_id: string | null
  email: string | null
  email_key: string | null
  phone_number: string | null
  country: string | null
  lang: string | null
  latitude: number | null
  longitude: number | null
  platform_type: string | null
  device_details: string | null
  timezone: string | null
  timezone_offset: number | null
  is_test: boolean | null
  merge_fields: Json
  created_on: NullableTime
  updated_on: NullableTime
}
