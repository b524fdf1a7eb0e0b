/** Rows of single sign-on (migration 0007). */
import type { NullableTime, Time } from './columns.ts'

export interface SsoIdentityTable {
  provider: string
  issuer: string
  subject: string
  account_id: string
  email: string | null
  email_key: string | null
  email_verified: boolean
  connected_at: Time
  last_used_at: NullableTime
}

export interface SsoTripTable {
  state_hash: Buffer
  nonce_hash: Buffer
  provider: string
  account_id: string | null
  browser_hash: Buffer | null
  expires_at: Time
}

export interface SsoTicketTable {
  ticket_hash: Buffer
  provider: string
  account_id: string
  browser_hash: Buffer | null
  expires_at: Time
}
