/** Rows of people who sign in: accounts, sessions, second factors and single sign-on (migrations 0001, 0007 and 0008). */
import type { Generated } from 'kysely'
import type { NullableTime, Time } from './columns.ts'

export interface AccountTables {
  account: {
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
  session: {
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
  bearer: {
    token_hash: Buffer
    session_id: string
    application_id: string | null
    expires_at: Time
  }
  mail_token: {
    token_hash: Buffer
    kind: string
    account_id: string
    email_key: string
    created_at: Time
    expires_at: Time
    used_at: NullableTime
  }
  second_factor: {
    account_id: string
    secret: string
    enabled_at: NullableTime
    last_step: Generated<number>
    created_at: Time
  }
  recovery_code: {
    account_id: string
    code_hash: Buffer
    used_at: NullableTime
  }
  confirmation_code: {
    session_id: string
    code_hash: Buffer
    expires_at: Time
  }
  email_change: {
    account_id: string
    email: string
    email_key: string
    token_hash: Buffer | null
    created_at: Time
    expires_at: Time
  }
  sso_identity: {
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
  sso_trip: {
    state_hash: Buffer
    nonce_hash: Buffer
    provider: string
    account_id: string | null
    browser_hash: Buffer | null
    expires_at: Time
  }
  sso_ticket: {
    ticket_hash: Buffer
    provider: string
    account_id: string
    browser_hash: Buffer | null
    expires_at: Time
  }
}
