/** SQL of provider reports, which are stored unchanged before they are parsed. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** A call of a hook, without its body. */
export interface StoredCall {
  method: 'GET' | 'POST'
  query: Record<string, string>
  headers: Record<string, string | string[]>
  /** An address that is still to be called. */
  follow?: string
}

export interface Report {
  reportId: string
  provider: string
  applicationId: string
  /** Null for a mail that came back. */
  configurationId: string | null
  channel: string | null
  call: StoredCall | null
  raw: Buffer
  receivedAt: Date
  /** How often its reading was begun and neither ended nor failed. */
  interrupted?: number
  /** How often in a row it could not be read, and why. */
  failures?: number
  error?: string | null
}

/** Stores reports that are not stored yet: providers repeat those that they assume lost. Returns the ids of new ones. */
export async function insertReports(db: Db, reports: readonly Report[], nextTryAt: Date): Promise<Set<string>> {
  const rows = await db
    .insertInto('report')
    .values(
      reports.map(report => ({
        report_id: report.reportId,
        provider: report.provider,
        application_id: report.applicationId,
        configuration_id: report.configurationId,
        channel: report.channel,
        call: report.call === null ? null : JSON.stringify(report.call),
        received_at: report.receivedAt,
        raw: report.raw,
        next_try_at: nextTryAt,
      })),
    )
    .onConflict(conflict => conflict.column('report_id').doNothing())
    .returning('report_id')
    .execute()
  return new Set(rows.map(row => row.report_id))
}

/** Marks reports as processed with the result `outcome`. Their content is deleted; their ids stay, in case they arrive again. */
export async function settleReports(db: Db, reportIds: readonly string[], outcome: string): Promise<void> {
  await sql`update report set matched = true, outcome = ${outcome}, next_try_at = null, interrupted = 0,
      raw = '', call = null, error = null
    where report_id = any (${reportIds}::uuid[])`.execute(db)
}

/** Marks that processing begins. Its end stores the result; until then it counts as interrupted. */
export async function beginReports(db: Db, reportIds: readonly string[]): Promise<void> {
  await sql`update report set interrupted = interrupted + 1 where report_id = any (${reportIds}::uuid[])`.execute(db)
}

export interface Postponed {
  outcome: string
  /** Null: no more tries; it stays in the list of those that were not matched. */
  nextTryAt: Date | null
  /** Why it could not be read, and how often in a row; absent where it could. */
  failure?: { error: string; failures: number }
}

export async function postponeReport(
  db: Db,
  reportId: string,
  { outcome, nextTryAt, failure }: Postponed,
): Promise<void> {
  await db
    .updateTable('report')
    .set({ outcome, next_try_at: nextTryAt, interrupted: 0, ...(failure ?? { error: null, failures: 0 }) })
    .where('report_id', '=', reportId)
    .execute()
}

/** Reports that are retried in one round. */
export const TRIED_AT_ONCE = 100

/**
 * Reports that are due for a retry. Applications take turns in random order: the first report of each, then the second of each; an
 * application that is the only one gets the whole round. The time of their next retry is set at once, so that two processes do not process
 * the same reports.
 */
export async function takeOpenReports(db: Db, now: Date, until: Date): Promise<Report[]> {
  const { rows } = await sql<Report>`
    with recursive waiting (id) as (
      (select application_id from report where next_try_at is not null order by application_id limit 1)
      union all
      select (
        select r.application_id from report r where r.next_try_at is not null and r.application_id > w.id
        order by r.application_id limit 1
      ) from waiting w where w.id is not null
    ), drawn as (
      select w.id, random() as lot from waiting w
      where exists (select from report r where r.application_id = w.id and r.next_try_at <= ${now})
      order by lot limit ${TRIED_AT_ONCE}
    ), due as (
      select d.report_id, w.lot, row_number() over (partition by w.id order by d.next_try_at) as turn
      from drawn w cross join lateral (
        select r.report_id, r.next_try_at from report r where r.application_id = w.id and r.next_try_at <= ${now}
        order by r.next_try_at limit ${TRIED_AT_ONCE}
      ) d
    ), chosen as (
      select report_id from due order by turn, lot limit ${TRIED_AT_ONCE}
    )
    update report set next_try_at = ${until} where report_id = any (array(
      select r.report_id from report r where r.report_id = any (array(select report_id from chosen)) and r.next_try_at <= ${now}
      for update skip locked))
    returning report_id as "reportId", provider, application_id as "applicationId", configuration_id as "configurationId",
      channel, call, raw, received_at as "receivedAt", interrupted, failures, error`.execute(db)
  return rows
}

/** Deletes at most this many at once, so that no other query waits for a million rows. Returns how many were deleted. */
export async function deleteOldReports(
  db: Db,
  { settledBefore, before, most }: { settledBefore: Date; before: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from report where report_id in (
      select report_id from report
      where received_at < ${settledBefore} and (matched or received_at < ${before}) and next_try_at is null
      order by received_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
