/** Rows of contacts, their devices, segments and imports (migrations 0002 and 0025). */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, Json, NullableJson, NullableTime, Time } from './columns.ts'

export interface AudienceTables {
  contact: {
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
    /** Worked out by the database: what a search looks through. */
    searched: GeneratedAlways<string>
    /** Worked out by the database: first and last name as lists are sorted by them. */
    name_key: GeneratedAlways<string | null>
  }

  /** The address of an erased person, as a keyed hash (migration 0015). */
  erased_address: {
    application_id: string
    channel: string
    address_hash: string
    reason: string
    created_at: Time
  }

  /** The same of a topic that the person had left. */
  erased_departure: {
    application_id: string
    topic_id: string
    address_hash: string
    created_at: Time
  }
  merge_field: {
    application_id: string
    name: string
    type: string
    filled: Generated<number>
    sample: string | null
    created_at: Time
    slot: Generated<number | null>
    slot_ready: Generated<boolean>
    is_leaving: Generated<boolean>
    leaving_into: Generated<string | null>
    leaving_after: Generated<string | null>
    leaving_total: Generated<number | null>
  }

  /** Parts of the sums of an application's contacts (migration 0034). */
  contact_count: {
    application_id: string
    added_hour: NullableTime
    n: number
    with_email: Generated<number>
    with_phone: Generated<number>
  }

  /** Typed copies of what rules ask of contacts; the other columns are named by merge_field.type and slot. */
  contact_slot: {
    application_id: string
    contact_id: string
    has_email: boolean
    has_phone: boolean
  }
  merge_field_delta: {
    application_id: string
    name: string
    n: number
  }
  consent: {
    application_id: string
    contact_id: string
    channel: string
    status: string
    source: string
    since: Time
  }
  suppression: {
    application_id: string
    channel: string
    address_key: string
    reason: string
    detail: string | null
    created_at: Time
    added_by: Generated<string | null>
    /** Migration 0026: 'reply' where the recipient wrote STOP. */
    source: Generated<string | null>
  }
  topic: {
    application_id: string
    topic_id: string
    name: string
    description: Generated<string>
    created_at: Time
    updated_at: Time
  }
  topic_consent: {
    application_id: string
    contact_id: string
    topic_id: string
    status: string
    source: string
    since: Time
  }
  topic_departure: {
    application_id: string
    topic_id: string
    address_key: string
    created_at: Time
  }
  consent_change: {
    application_id: string
    contact_id: string
    change_id: string
    channel: string
    topic_id: string | null
    topic_name: string | null
    status: string
    source: string
    account_id: string | null
    reason: string | null
    run_id: string | null
    at: Time
  }
  segment: {
    application_id: string
    segment_id: string
    name: string
    kind: string
    rules: NullableJson
    contact_count: Generated<number>
    counted_at: NullableTime
    is_estimated: Generated<boolean>
    created_by: string | null
    created_at: Time
    updated_at: Time
  }
  segment_member: {
    application_id: string
    segment_id: string
    contact_id: string
  }
  import: {
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
    kind: Generated<string>
    options: GeneratedJson
  }
  import_row: {
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
  device: {
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
}
