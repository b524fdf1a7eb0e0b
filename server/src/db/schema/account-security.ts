/** Rows of second factors and confirmations (migration 0008). */
import type { Generated } from 'kysely'
import type { NullableTime, Time } from './columns.ts'

export interface SecondFactorTable {
  account_id: string
  secret: string
  enabled_at: NullableTime
  last_step: Generated<number>
  created_at: Time
}

export interface RecoveryCodeTable {
  account_id: string
  code_hash: Buffer
  used_at: NullableTime
}

export interface ConfirmationCodeTable {
  session_id: string
  code_hash: Buffer
  expires_at: Time
}

export interface EmailChangeTable {
  account_id: string
  email: string
  email_key: string
  token_hash: Buffer | null
  created_at: Time
  expires_at: Time
}
