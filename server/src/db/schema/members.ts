/** Rows of invitations (migration 0009). */
import type { NullableTime, Time } from './columns.ts'

export interface InvitationTable {
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

export interface InvitationLinkTable {
  token_hash: Buffer
  invitation_id: string
  created_at: Time
  replaced_at: NullableTime
}
