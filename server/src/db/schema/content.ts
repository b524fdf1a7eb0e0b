/** Rows of templates, channel configurations and campaigns (migration 0003). */
import type { Generated } from 'kysely'
import type { GeneratedJson, Json, NullableTime, Time } from './columns.ts'

export interface TemplateTable {
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

export interface TemplateVersionTable {
  application_id: string
  template_id: string
  version: number
  content: Json
  created_by: string | null
  created_at: Time
}

export interface ChannelConfigurationTable {
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
export interface FormerHookTable {
  hook_token: string
  provider: string
  ended_at: Time
  application_id: string
  channel: string
  configuration_id: string
  settings: Json
  secrets: string
}

export interface CampaignTable {
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

export interface CampaignAttachmentTable {
  application_id: string
  campaign_id: string
  position: number
  filename: string
  media_type: string
  content: Buffer
}
