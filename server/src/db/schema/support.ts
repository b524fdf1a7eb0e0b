/** Rows of support tickets (migration 0068). */
import type { Generated } from 'kysely'
import type { Json, NullableTime, Time } from './columns.ts'

export interface SupportTables {
  support_ticket: {
    ticket_no: Generated<string>
    account_id: string
    email: string
    priority: string
    content: string
    about: Json
    created_at: Time
    failures: Generated<number>
    last_failure: string | null
    handed_over_at: NullableTime
    handed_over_to: 'hubspot' | 'mail' | null
    hubspot_id: string | null
  }
}
