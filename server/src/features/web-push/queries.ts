import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { EVENT } from '../../engine/states.ts'
import { uuidv7Floor } from '../../lib/uuid.ts'

const ICONSET_NAME = 'icon.iconset.zip'

export function selectPrompts(db: Db, applicationId: string) {
  return db
    .selectFrom('prompt_preferences')
    .where('application_id', '=', applicationId)
    .select(['preferences', 'updated_at'])
    .executeTakeFirst()
}

export async function upsertPrompts(
  db: Db,
  applicationId: string,
  preferences: object,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const values = { preferences: JSON.stringify(preferences), updated_by: by, updated_at: now }
  await db
    .insertInto('prompt_preferences')
    .values({ application_id: applicationId, ...values })
    .onConflict(conflict => conflict.column('application_id').doUpdateSet(values))
    .execute()
}

/** Subscribed browsers; of one platform, if given. */
export async function countSubscribers(db: Db, applicationId: string, platform?: 'safari'): Promise<number> {
  const { n } = await db
    .selectFrom('device')
    .where(eb => eb.and({ application_id: applicationId, channel: 'webpush' }))
    .where('retired_at', 'is', null)
    .$if(platform !== undefined, query => query.where('platform', '=', 'safari'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** All pictures of one upload. They are not public: the largest has a URL of its own. */
export async function insertIconset(
  db: Db,
  { applicationId, fileId }: { applicationId: string; fileId: string },
  content: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      application_id: applicationId,
      file_id: fileId,
      name: ICONSET_NAME,
      media_type: 'application/zip',
      content,
      created_at: now,
    })
    .execute()
}

export async function selectIconset(db: Db, applicationId: string, fileId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('stored_file')
    .where(eb => eb.and({ application_id: applicationId, file_id: fileId, name: ICONSET_NAME }))
    .select('content')
    .executeTakeFirst()
  return row?.content ?? null
}

/** Lets one tab that reports a subscription run at a time, until the transaction ends. */
export async function lockEndpoint(db: Db, endpoint: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`endpoint ${endpoint}`}, 0))`.execute(db)
}

/** Whether the recipient has clicked, including clicks that still wait; false for an unknown delivery. */
export async function hasClicked(
  db: Db,
  { applicationId, runId, seq }: { applicationId: string; runId: string; seq: number },
): Promise<boolean> {
  const { rows } = await sql<{ clicked: boolean }>`
    select exists (select 1 from delivery where application_id = ${applicationId} and run_id = ${runId} and seq = ${seq}
        and clicked_at > '-infinity')
      or exists (select 1 from waiting_hit where run_id = ${runId} and seq = ${seq} and application_id = ${applicationId}
        and link_no is not null and bot_reason is null) as clicked`.execute(db)
  return rows[0]?.clicked === true
}

export interface Visit {
  applicationId: string
  deviceId: string
}

/** Notifications that these browsers showed within a day and that led to no click or visit yet. */
export async function selectShownTo(db: Db, visits: readonly Visit[], now: Date) {
  if (visits.length === 0) return []
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ applicationId: string; runId: string; seq: number }>`
    select d.application_id as "applicationId", d.run_id as "runId", d.seq
    from unnest(${visits.map(visit => visit.applicationId)}::uuid[], ${visits.map(visit => visit.deviceId)}::uuid[])
      as v(application_id, device_id)
    join device b on b.application_id = v.application_id and b.device_id = v.device_id
    join delivery d on d.application_id = v.application_id and d.contact_id = b.contact_id and d.address = b.device_id::text
      and d.run_id >= ${uuidv7Floor(new Date(dayAgo.getTime() - LONGEST_RUN_DAYS * DAY_MS))}
    where d.delivered_at > ${dayAgo} and d.delivered_at <= ${now} and d.clicked_at = '-infinity'
      and not exists (select 1 from event e where e.application_id = d.application_id and e.run_id = d.run_id and e.seq = d.seq
        and e.kind = ${EVENT.visited})`.execute(db)
  return rows
}

const DAY_MS = 86_400_000
/** A run is prepared a day before its last time zone is due, and a push service keeps a message for four weeks at most. */
const LONGEST_RUN_DAYS = 31
