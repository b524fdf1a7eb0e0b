/** Every table that queries may name, by area; each has one feature that owns it. */
import type { Kysely } from 'kysely'
import type { AccountTables } from './accounts.ts'
import type { ApprovalTables } from './approvals.ts'
import type { AudienceTables } from './audience.ts'
import type { AuditTables } from './audit.ts'
import type { ContentTables } from './content.ts'
import type { EngineTables } from './engine.ts'
import type { OrganizationTables } from './organizations.ts'
import type { SupportTables } from './support.ts'
import type { TrackingTables } from './tracking.ts'

/** What a statement runs in: the pool, or a transaction. */
export type Db = Kysely<Tables>

export interface Tables
  extends
    AccountTables,
    ApprovalTables,
    AudienceTables,
    AuditTables,
    ContentTables,
    EngineTables,
    OrganizationTables,
    SupportTables,
    TrackingTables {}
