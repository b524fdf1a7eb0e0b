/** Rows of people, organizations and applications (migration 0001). */
import type { Generated } from 'kysely'
import type { GeneratedJson, GeneratedTime, Json, NullableTime, Time } from './columns.ts'

export interface AccountTable {
  account_id: string
  email: string
  email_key: string
  name: string
  password_hash: string | null
  email_verified_at: NullableTime
  locale: Generated<string>
  created_at: Time
  updated_at: Time
  /** Set once nothing personal is left of the account (migration 0008). */
  erased_at: NullableTime
}

export interface SessionTable {
  session_id: string
  account_id: string
  cookie_hash: Buffer
  application_id: string | null
  user_agent: string
  address: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  raised_until: NullableTime
}

export interface BearerTable {
  token_hash: Buffer
  session_id: string
  application_id: string | null
  expires_at: Time
}

export interface MailTokenTable {
  token_hash: Buffer
  kind: string
  account_id: string
  email_key: string
  created_at: Time
  expires_at: Time
  used_at: NullableTime
}

export interface OrganizationTable {
  organization_id: string
  name: string
  strength: string
  language: string
  /** Migration 0009. */
  two_people: Generated<boolean>
  /** Migration 0050. */
  app_name: Generated<string | null>
  preferred_app: Generated<number | null>
  created_at: Time
  updated_at: Time
  deleted_at: NullableTime
}

export interface RoleTable {
  role_id: string
  organization_id: string | null
  name: string
  role_group: number
  sla_option: number
  sla_minutes: number
  permission_set: Json
  created_at: GeneratedTime
}

export interface MemberTable {
  organization_id: string
  account_id: string
  role_id: string
  status: string
  created_at: Time
}

export interface ApplicationTable {
  application_id: string
  organization_id: string
  name: string
  timezone: string
  quiet_from: Generated<string>
  quiet_to: Generated<string>
  logo: string | null
  /** Per channel; migration 0009. */
  frequency_cap: GeneratedJson
  created_at: Time
  updated_at: Time
  deleted_at: NullableTime
}

export interface InstallationTable {
  one_row: Generated<boolean>
  key_check: string
  created_at: Time
}

export interface StoredFileTable {
  application_id: string
  file_id: string
  name: string
  media_type: string
  content: Buffer
  created_at: Time
  expires_at: NullableTime
  /** Migration 0029: whether everybody may fetch it. */
  is_public: Generated<boolean>
}
