/** Rows of the audit trail (migration 0012). */
import type { ColumnType } from 'kysely'

/** Written once: the database refuses any change. */
type Fixed<T, Written = T> = ColumnType<T, Written, never>

export interface AuditTables {
  audit_entry: {
    entry_id: Fixed<string>
    organization_id: Fixed<string | null>
    application_id: Fixed<string | null>
    at: Fixed<Date>
    actor_kind: Fixed<'account' | 'system' | 'sla'>
    account_id: Fixed<string | null>
    action: Fixed<string>
    object_type: Fixed<string>
    object_id: Fixed<string | null>
    object_name: Fixed<string>
    before: Fixed<unknown, string | null>
    after: Fixed<unknown, string | null>
    request_id: Fixed<string | null>
  }
  audit_person: {
    entry_id: Fixed<string>
    account_id: Fixed<string>
    name: Fixed<string>
    email: Fixed<string>
    address: Fixed<string>
    user_agent: Fixed<string>
  }
}
