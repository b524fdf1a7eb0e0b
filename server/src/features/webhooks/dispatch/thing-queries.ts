/** SQL of contacts, campaigns, approvals and imports for bodies, in their present state. */
import type { Db } from '../../../db/schema/tables.ts'

export type ContactFacts = ValueOf<typeof selectContactFacts>
export type CampaignFacts = ValueOf<typeof selectCampaignFacts>
export type ApprovalFacts = ValueOf<typeof selectApprovalFacts>
export type ImportFacts = ValueOf<typeof selectImportFacts>

type ValueOf<Select extends (...given: never[]) => Promise<Map<string, unknown>>> =
  Awaited<ReturnType<Select>> extends Map<string, infer Facts> ? Facts : never

export async function selectContactFacts(db: Db, applicationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('contact_id', 'in', ids)
    .select([
      'contact_id',
      'external_user_id',
      'email',
      'phone_number',
      'country',
      'lang',
      'timezone',
      'is_test',
      'merge_fields',
    ])
    .execute()
  return new Map(rows.map(row => [row.contact_id, row]))
}

export async function selectCampaignFacts(db: Db, applicationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('campaign')
    .where('application_id', '=', applicationId)
    .where('campaign_id', 'in', ids)
    .select(['campaign_id', 'name', 'channel', 'status'])
    .execute()
  return new Map(rows.map(row => [row.campaign_id, row]))
}

export async function selectApprovalFacts(db: Db, applicationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('approval')
    .where('application_id', '=', applicationId)
    .where('approval_id', 'in', ids)
    .select(['approval_id', 'command', 'activity', 'title', 'status'])
    .execute()
  return new Map(rows.map(row => [row.approval_id, row]))
}

export async function selectImportFacts(db: Db, applicationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('import')
    .where('application_id', '=', applicationId)
    .where('import_id', 'in', ids)
    .select([
      'import_id',
      'kind',
      'state',
      'file_name',
      'rows_total',
      'new_users',
      'updated_users',
      'rejected',
      'segment_id',
    ])
    .execute()
  return new Map(rows.map(row => [row.import_id, row]))
}
