/** Rows of organizations, their members, roles, applications and keys (migrations 0001, 0009 and 0010). */
import type { Generated } from 'kysely'
import type { GeneratedJson, GeneratedTime, Json, NullableTime, Time } from './columns.ts'

export interface OrganizationTables {
  organization: {
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
  role: {
    role_id: string
    organization_id: string | null
    name: string
    role_group: number
    sla_option: number
    sla_minutes: number
    permission_set: Json
    created_at: GeneratedTime
  }
  member: {
    organization_id: string
    account_id: string
    role_id: string
    status: string
    created_at: Time
  }
  invitation: {
    invitation_id: string
    organization_id: string
    email: string
    email_key: string
    role_id: string | null
    invited_by: string | null
    status: string
    created_at: Time
    sent_at: Time
    expires_at: Time
    ended_at: NullableTime
  }
  invitation_link: {
    token_hash: Buffer
    invitation_id: string
    created_at: Time
    replaced_at: NullableTime
  }
  application: {
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
  api_key: {
    application_id: string
    api_key_id: string
    name: string
    scopes: string[]
    secret: string
    created_by: string | null
    created_at: Time
    last_used_at: NullableTime
  }
  installation: {
    one_row: Generated<boolean>
    key_check: string
    created_at: Time
  }
  stored_file: {
    application_id: string
    file_id: string
    name: string
    media_type: string
    content: Buffer
    created_at: Time
    expires_at: NullableTime
    /** Migration 0029: whether it is public. */
    is_public: Generated<boolean>
  }
}
