/** Rows of WhatsApp templates, sessions and media (migrations 0027, 0038 and 0039). */
import type { Json, NullableTime, Time } from './columns.ts'

export interface WhatsappTemplateTable {
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

export interface WhatsappSyncTable {
  application_id: string
  account_id: string | null
  synced_at: NullableTime
  failure: string | null
  requested_at: NullableTime
}

export interface WhatsappSessionTable {
  application_id: string
  phone: string
  last_inbound_at: Time
}

export interface WhatsappMediaTable {
  application_id: string
  media_id: string
  uploaded_at: Time
}
