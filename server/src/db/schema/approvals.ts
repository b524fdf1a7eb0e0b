/** Rows of requests that wait for a second person, and of notices about them (migration 0011). */
import type { Generated } from 'kysely'
import type { Json, NullableJson, NullableTime, Time } from './columns.ts'

export interface ApprovalTables {
  approval: {
    application_id: string
    approval_id: string
    organization_id: string
    command: string
    endpoint: string
    activity: number
    object_type: string
    object_id: string | null
    title: string
    status: Generated<number>
    maker_id: string | null
    sla_option: number
    sla_minutes: number
    role_group: number
    payload: Json
    secrets: string | null
    before: NullableJson
    reopens: string | null
    created_at: Time
    due_at: Time
    decided_at: NullableTime
    decided_by: string | null
    approver_id: string | null
    description: string | null
  }
  notice: {
    application_id: string
    notice_id: string
    account_id: string
    kind: string
    approval_id: string
    by_account_id: string | null
    created_at: Time
    read_at: NullableTime
  }
}
