/** SQL of provider reports, which are stored as they came before anybody tries to understand them. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

/** Of a run that a bounce address names; undefined for one that we never had. */
export async function selectRunOfBounce(db: Db, runId: string): Promise<{ applicationId: string } | undefined> {
  return db.selectFrom('run').where('run_id', '=', runId).select('application_id as applicationId').executeTakeFirst()
}

export interface NewReport {
  reportId: string
  applicationId: string
  raw: Buffer
  receivedAt: Date
}

/** False when the same report is here already: other servers send again what they believe lost. */
export async function insertReport(db: Db, report: NewReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('report')
    .values({
      report_id: report.reportId,
      provider: 'smtp',
      application_id: report.applicationId,
      received_at: report.receivedAt,
      raw: report.raw,
      next_try_at: report.receivedAt,
    })
    .onConflict(conflict => conflict.column('report_id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function settleReport(db: Db, reportId: string, outcome: string): Promise<void> {
  await db
    .updateTable('report')
    .set({ matched: true, outcome, next_try_at: null })
    .where('report_id', '=', reportId)
    .execute()
}

/** Null: no more tries; it stays in the list of those that nobody could match. */
export async function postponeReport(db: Db, reportId: string, outcome: string, nextTryAt: Date | null): Promise<void> {
  await db.updateTable('report').set({ outcome, next_try_at: nextTryAt }).where('report_id', '=', reportId).execute()
}

export interface OpenReport {
  report_id: string
  raw: Buffer
  received_at: Date
}

/** Reports that are due for another try. Moved on at once, so that two processes do not take the same. */
export async function takeOpenReports(db: Db, now: Date, until: Date): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`
    update report set next_try_at = ${until} where report_id in (
      select report_id from report where next_try_at <= ${now} and provider = 'smtp'
      order by next_try_at limit 100 for update skip locked)
    returning report_id, raw, received_at`.execute(db)
  return rows
}
