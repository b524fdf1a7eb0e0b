/** Rows of templates, channel configurations, campaigns and prompts (migrations 0003, 0027, 0029, 0038 and 0039). */
import type { Generated } from 'kysely'
import type { GeneratedJson, Json, NullableTime, Time } from './columns.ts'

export interface ContentTables {
  template: {
    application_id: string
    template_id: string
    type: string
    name: string
    version: number
    created_by: string | null
    created_at: Time
    updated_by: string | null
    updated_at: Time
  }
  template_version: {
    application_id: string
    template_id: string
    version: number
    content: Json
    created_by: string | null
    created_at: Time
  }
  channel_configuration: {
    application_id: string
    channel: string
    configuration_id: string
    provider: string
    settings: Json
    secrets: string
    hook_token: string
    failing_since: NullableTime
    failure: string | null
    created_at: Time
    updated_by: string | null
    updated_at: Time
  }

  /** Migration 0048. */
  former_hook: {
    hook_token: string
    provider: string
    ended_at: Time
    application_id: string
    channel: string
    configuration_id: string
    settings: Json
    secrets: string
  }
  campaign: {
    application_id: string
    campaign_id: string
    channel: string
    name: Generated<string>
    status: string
    content: GeneratedJson
    audience: GeneratedJson
    schedule: GeneratedJson
    next_run_at: NullableTime
    next_opens_at: NullableTime
    schedule_since: NullableTime
    paused_at: NullableTime
    failure: string | null
    created_by: string | null
    created_at: Time
    updated_by: string | null
    updated_at: Time
  }
  campaign_attachment: {
    application_id: string
    campaign_id: string
    position: number
    filename: string
    media_type: string
    content: Buffer
  }
  whatsapp_template: {
    application_id: string
    template_id: string
    provider_id: string | null
    name: string
    language: string
    category: string
    status: string
    reason: string | null
    quality: string | null
    components: Json
    created_by: string | null
    created_at: Time
    updated_at: Time
    seen_at: NullableTime
    reported_at: NullableTime
  }
  whatsapp_sync: {
    application_id: string
    account_id: string | null
    synced_at: NullableTime
    failure: string | null
    requested_at: NullableTime
  }
  whatsapp_session: {
    application_id: string
    phone: string
    last_inbound_at: Time
  }
  whatsapp_media: {
    application_id: string
    media_id: string
    uploaded_at: Time
  }
  prompt_preferences: {
    application_id: string
    preferences: Json
    updated_by: string | null
    updated_at: Time
  }
}
