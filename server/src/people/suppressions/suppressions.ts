/** SQL of the suppression list as people see it. Bounces, complaints and unsubscriptions are added by deliveries. */
import { sql, type RawBuilder } from 'kysely'
import type { RowRange } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { noteGrowth } from '../contacts/growth.ts'

export interface SuppressionKey {
  applicationId: string
  channel: string
  address: string
}

export interface SuppressionFilter {
  applicationId: string
  search?: string | undefined
  channel?: string | undefined
  reasons?: readonly string[] | undefined
}

export interface SuppressionRow {
  channel: string
  address_key: string
  reason: string
  detail: string | null
  created_at: Date
  added_by: string | null
  added_by_name: string | null
  contact_id: string | null
}

function matching({ applicationId, search, channel, reasons }: SuppressionFilter): RawBuilder<unknown> {
  const term = search?.toLowerCase().replace(/[\\%_]/g, '\\$&')
  const conditions = [
    sql`s.application_id = ${applicationId}`,
    ...(channel === undefined ? [] : [sql`s.channel = ${channel}`]),
    ...(reasons === undefined ? [] : [sql`s.reason = any(${sql.val([...reasons])}::text[])`]),
    ...(term === undefined || term === '' ? [] : [sql`s.address_key like ${`%${term}%`}`]),
  ]
  return sql.join(conditions, sql` and `)
}

const ROW = sql`
  select s.channel, s.address_key, s.reason, s.detail, s.created_at, s.added_by,
    case
      when s.channel = 'email' then (select c.contact_id from contact c
        where c.application_id = s.application_id and c.email_key = s.address_key)
      -- A number may be that of several: then of the first who had it.
      when s.channel in ('sms', 'whatsapp') then (select c.contact_id from contact c
        where c.application_id = s.application_id and c.phone_number = s.address_key order by c.added_at, c.contact_id limit 1)
    end as contact_id
  from suppression s`

type EntryRow = Omit<SuppressionRow, 'added_by_name'>

/** With the names of the members who added them, if these still exist. */
async function withNames(db: Db, rows: readonly EntryRow[]): Promise<SuppressionRow[]> {
  const ids = new Set(rows.flatMap(({ added_by }) => added_by ?? []))
  const accounts =
    ids.size === 0
      ? []
      : await db
          .selectFrom('account')
          .where('account_id', 'in', [...ids])
          .where('erased_at', 'is', null)
          .select(['account_id', 'name'])
          .execute()
  const names = new Map(accounts.map(({ account_id, name }) => [account_id, name]))
  return rows.map(row => ({ ...row, added_by_name: names.get(row.added_by ?? '') ?? null }))
}

export async function selectSuppressions(db: Db, filter: SuppressionFilter, page: RowRange): Promise<SuppressionRow[]> {
  const { rows } = await sql<EntryRow>`${ROW} where ${matching(filter)}
    order by s.created_at desc, s.channel, s.address_key limit ${page.limit} offset ${page.offset}`.execute(db)
  return withNames(db, rows)
}

export async function countSuppressions(db: Db, filter: SuppressionFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from suppression s where ${matching(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The next rows of an export, in the order of the key. */
export async function selectSuppressionsAfter(
  db: Db,
  filter: SuppressionFilter,
  last: { channel: string; address_key: string } | null,
  limit: number,
): Promise<SuppressionRow[]> {
  const after = last === null ? sql`true` : sql`(s.channel, s.address_key) > (${last.channel}, ${last.address_key})`
  const { rows } = await sql<EntryRow>`${ROW} where ${matching(filter)} and ${after}
    order by s.channel, s.address_key limit ${limit}`.execute(db)
  return withNames(db, rows)
}

export async function selectSuppression(db: Db, key: SuppressionKey): Promise<SuppressionRow | undefined> {
  const { rows } = await sql<EntryRow>`${ROW}
    where s.application_id = ${key.applicationId} and s.channel = ${key.channel} and s.address_key = ${key.address}`.execute(
    db,
  )
  return (await withNames(db, rows))[0]
}

export interface NewSuppressions {
  applicationId: string
  channel: string
  addresses: readonly string[]
  reason: string
  note: string | null
  addedBy: string
  now: Date
}

/** Returns how many were new; existing ones stay as they are. */
export async function insertSuppressions(db: Db, entries: NewSuppressions): Promise<number> {
  const { applicationId, channel, addresses, reason, note, addedBy, now } = entries
  const { numAffectedRows } = await sql`
    insert into suppression (application_id, channel, address_key, reason, detail, created_at, added_by)
    select ${applicationId}, ${channel}, address, ${reason}, ${note}, ${now}, ${addedBy}
    from unnest(${sql.val([...addresses])}::text[]) address order by address
    on conflict do nothing`.execute(db)
  const added = Number(numAffectedRows ?? 0)
  if (reason !== 'unsubscribe')
    await noteGrowth(
      db,
      applicationId,
      'suppressed',
      Array.from({ length: added }, () => now),
    )
  return added
}

/** Returns false if it does not exist. */
export async function deleteSuppression(db: Db, { applicationId, channel, address }: SuppressionKey): Promise<boolean> {
  const row = await db
    .deleteFrom('suppression')
    .where(eb => eb.and({ application_id: applicationId, channel, address_key: address }))
    .returning('address_key')
    .executeTakeFirst()
  return row !== undefined
}
