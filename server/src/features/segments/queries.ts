import { type RawBuilder, sql } from 'kysely'
import { membersOf } from '../../people/rules/compile.ts'
import { type Paging, selectPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { SegmentKey } from '../../people/segments/members.ts'

const COLUMNS = [
  'segment_id',
  'name',
  'kind',
  'rules',
  'contact_count',
  'is_estimated',
  'tags',
  'created_at',
  'updated_at',
] as const

function ofSegment(db: Db, { applicationId, segmentId }: SegmentKey) {
  return db.selectFrom('segment').where('application_id', '=', applicationId).where('segment_id', '=', segmentId)
}

export function selectSegment(db: Db, key: SegmentKey) {
  return ofSegment(db, key).select(COLUMNS).executeTakeFirst()
}

export function lockSegment(db: Db, key: SegmentKey) {
  return ofSegment(db, key).select(COLUMNS).forUpdate().executeTakeFirst()
}

/** Until the transaction ends, no other transaction changes rules in the application. */
export async function lockRules(db: Db, applicationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`segment rules ${applicationId}`}, 0))`.execute(db)
}

const SORTS = {
  name: sql`lower(name)`,
  count: sql`contact_count`,
  updated_on: sql`updated_at`,
} as const

type SortName = keyof typeof SORTS
export type SegmentSort = SortName | `-${SortName}`

interface SegmentFilter extends Paging {
  applicationId: string
  search?: string | undefined
  tag?: string | undefined
  sort: SegmentSort
}

export async function selectSegments(db: Db, filter: SegmentFilter) {
  const { search, tag } = filter
  const matching = db
    .selectFrom('segment')
    .where('application_id', '=', filter.applicationId)
    .$if(Boolean(search), query => query.where(sql<boolean>`position(lower(${search}) in lower(name)) > 0`))
    .$if(tag !== undefined, query => query.where(sql<boolean>`tags @> array[${tag}]::text[]`))
  const descending = filter.sort.startsWith('-')
  const by = SORTS[filter.sort.replace('-', '') as SortName]
  const rows = matching
    .select(COLUMNS)
    .orderBy(by, descending ? 'desc' : 'asc')
    .orderBy('segment_id', descending ? 'desc' : 'asc')
  return selectPage(rows, matching, filter)
}

/** Returns false if another segment has the name. */
export async function renameSegment(db: Db, key: SegmentKey, name: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('segment')
    .set({ name, updated_at: now })
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId }))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('segment as other')
            .where('other.application_id', '=', key.applicationId)
            .where('other.segment_id', '!=', key.segmentId)
            .where(sql<boolean>`lower(other.name) = lower(${name})`)
            .select('other.segment_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function touchSegment(db: Db, key: SegmentKey, now: Date): Promise<void> {
  await db
    .updateTable('segment')
    .set({ updated_at: now })
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId }))
    .execute()
}

export async function setRules(db: Db, key: SegmentKey, rules: object, now: Date): Promise<void> {
  await db
    .updateTable('segment')
    .set({ rules: JSON.stringify(rules), updated_at: now })
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId }))
    .execute()
}

/** Those of these names that segments have, in lower case. */
export async function selectTakenNames(db: Db, applicationId: string, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from segment where application_id = ${applicationId}
      and lower(name) in (select lower(n) from unnest(${[...names]}::text[]) as n)`.execute(db)
  return new Set(rows.map(row => row.name))
}

export async function deleteSegmentRow(db: Db, key: SegmentKey): Promise<void> {
  await db
    .deleteFrom('segment')
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId }))
    .execute()
}

/** Whether an import is still adding contacts to the segment. */
export async function isBeingFilled(db: Db, key: SegmentKey): Promise<boolean> {
  const row = await db
    .selectFrom('import')
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId, state: 'inserting' }))
    .select('import_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a bulk action is still adding contacts to the segment or removing some. */
export async function isInBulk(db: Db, key: SegmentKey): Promise<boolean> {
  const row = await db
    .selectFrom('bulk_action')
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId, state: 'running' }))
    .select('bulk_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of its contacts, in a stable order. */
export async function selectMemberIds(db: Db, key: SegmentKey): Promise<string[]> {
  const rows = await db
    .selectFrom('segment_member')
    .where(eb => eb.and({ application_id: key.applicationId, segment_id: key.segmentId }))
    .select('contact_id')
    .orderBy('contact_id')
    .execute()
  return rows.map(row => row.contact_id)
}

/**
 * A condition for a query of the application's contacts: whether the contact with the id in `column` is now in the segment, static or
 * dynamic. An unknown segment has no members.
 */
export async function memberCondition(
  db: Db,
  applicationId: string,
  segmentId: string,
  now: Date,
  column = 'contact.contact_id',
): Promise<RawBuilder<boolean>> {
  return sql<boolean>`${sql.ref(column)} in (${await membersOf(db, applicationId, [segmentId], now)})`
}

// SQL that finds what uses a segment.

const MOST = 100

/** Included or excluded by the campaign `campaign`. */
function names({ segmentId }: SegmentKey) {
  return sql`(audience -> 'segment_uuids' @> ${JSON.stringify([segmentId])}::jsonb
    or audience -> 'exclude_segment_uuids' @> ${JSON.stringify([segmentId])}::jsonb)`
}

interface UsingCampaign {
  campaign_id: string
  name: string
  channel: string
}

/** Campaigns that will still read the segment: with a future run, or one whose recipients are not fixed yet. */
export async function selectWaitingCampaigns(db: Db, key: SegmentKey): Promise<UsingCampaign[]> {
  const { rows } = await sql<UsingCampaign>`
    select campaign_id, name, channel from campaign
    where application_id = ${key.applicationId}
      and (status in ('scheduled', 'pending') or (status in ('executing', 'paused') and (next_run_at is not null
        or not exists (select from run where run.application_id = campaign.application_id
          and run.campaign_id = campaign.campaign_id and run.started_at is not null))))
      and ${names(key)}
    order by next_run_at, campaign_id limit ${MOST}`.execute(db)
  return rows
}

export async function selectUsingDrafts(db: Db, key: SegmentKey): Promise<UsingCampaign[]> {
  const { rows } = await sql<UsingCampaign>`
    select campaign_id, name, channel from campaign
    where application_id = ${key.applicationId} and status = 'draft' and ${names(key)}
    order by updated_at desc, campaign_id limit ${MOST}`.execute(db)
  return rows
}

/** Segments whose rules name it. */
export async function selectUsingSegments(db: Db, key: SegmentKey): Promise<{ segment_id: string; name: string }[]> {
  const { rows } = await sql<{ segment_id: string; name: string }>`
    select segment_id, name from segment
    where application_id = ${key.applicationId} and kind = 'dynamic' and segment_id <> ${key.segmentId}
      and jsonb_path_exists(rules, '$.** ? (@.segment_uuid == $id)', jsonb_build_object('id', ${key.segmentId}::text))
    order by lower(name), segment_id limit ${MOST}`.execute(db)
  return rows
}

/** Sign-up forms that add people to it. */
export async function selectFillingForms(db: Db, key: SegmentKey): Promise<{ form_id: string; name: string }[]> {
  const { rows } = await sql<{ form_id: string; name: string }>`
    select form_id, name from sign_up_form
    where application_id = ${key.applicationId} and content ->> 'segment_uuid' = ${key.segmentId}
    order by lower(name), form_id limit ${MOST}`.execute(db)
  return rows
}
