/** SQL of provider reports, which are stored as they came before anybody tries to understand them. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

/** Of a run that a bounce address names; undefined for one that we never had. */
export async function selectRunOfBounce(db: Db, runId: string): Promise<{ applicationId: string } | undefined> {
  return db.selectFrom('run').where('run_id', '=', runId).select('application_id as applicationId').executeTakeFirst()
}

/** A call of a hook beside its body. */
export interface KeptCall {
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
  call: KeptCall | null
  raw: Buffer
  receivedAt: Date
  /** How often its reading was begun and neither ended nor failed. */
  interrupted?: number
  /** How often in a row it could not be read, and why. */
  failures?: number
  error?: string | null
}

/** Stores what is not here yet: others send again what they believe lost. Answers the ids that were new. */
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

/** Nothing is left to be done; `outcome` says what it was. */
export async function settleReports(db: Db, reportIds: readonly string[], outcome: string): Promise<void> {
  await sql`update report set matched = true, outcome = ${outcome}, next_try_at = null, interrupted = 0
    where report_id = any (${reportIds}::uuid[])`.execute(db)
}

/** Their reading begins. Whoever ends it says what came of it; until then it counts as interrupted. */
export async function beginReports(db: Db, reportIds: readonly string[]): Promise<void> {
  await sql`update report set interrupted = interrupted + 1 where report_id = any (${reportIds}::uuid[])`.execute(db)
}

export interface Postponed {
  outcome: string
  /** Null: no more tries; it stays in the list of those that nobody could match. */
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

/** Reports that are due for another try. Moved on at once, so that two processes do not take the same. */
export async function takeOpenReports(db: Db, now: Date, until: Date): Promise<Report[]> {
  const { rows } = await sql<Report>`
    update report set next_try_at = ${until} where report_id = any (array(
      select report_id from report where next_try_at <= ${now} order by next_try_at limit 100 for update skip locked))
    returning report_id as "reportId", provider, application_id as "applicationId", configuration_id as "configurationId",
      channel, call, raw, received_at as "receivedAt", interrupted, failures, error`.execute(db)
  return rows
}

/** At most this many at once, so that nobody waits for a million rows. Answers how many went. */
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

export interface NamedMessage {
  providerMessageId: string
  address: string
}

export interface FoundMessage extends NamedMessage {
  runId: string
  seq: number
}

/**
 * Messages by the provider's own name for them and whom they went to. By way of the recipient's deliveries, of which there are
 * few: an index of all names would cost every message of every provider, and hardly any provider needs it.
 */
export async function selectNamedMessages(
  db: Db,
  applicationId: string,
  named: readonly NamedMessage[],
): Promise<FoundMessage[]> {
  const { rows } = await sql<FoundMessage>`
    select n.name as "providerMessageId", n.address, d.run_id as "runId", d.seq
    from unnest(${named.map(each => each.providerMessageId)}::text[], ${named.map(each => each.address)}::text[]) as n(name, address)
    cross join lateral (
      select contact_id from contact where application_id = ${applicationId} and email_key = lower(n.address)
      union select contact_id from contact where application_id = ${applicationId}
        and phone_number in (n.address, '+' || ltrim(n.address, '+'))
    ) c
    join delivery d on d.application_id = ${applicationId} and d.contact_id = c.contact_id
    join attempt a on a.application_id = ${applicationId} and a.run_id = d.run_id and a.seq = d.seq
      and a.provider_message_id = n.name`.execute(db)
  return rows
}

/** The last message that was sent to one of the numbers in the time given: what a reply answers. */
export async function selectAnswered(
  db: Db,
  {
    applicationId,
    channel,
    contactIds,
    phones,
  }: { applicationId: string; channel: string; contactIds: readonly string[]; phones: readonly string[] },
  { after, before }: { after: Date; before: Date },
): Promise<{ runId: string; seq: number } | undefined> {
  return db
    .selectFrom('delivery as d')
    .innerJoin('run as r', join =>
      join.onRef('r.application_id', '=', 'd.application_id').onRef('r.run_id', '=', 'd.run_id'),
    )
    .where('d.application_id', '=', applicationId)
    .where('d.contact_id', 'in', [...contactIds])
    .where('d.address', 'in', [...phones])
    .where('d.sent_at', '>', after)
    .where('d.sent_at', '<=', before)
    .where('r.channel', '=', channel)
    .orderBy('d.sent_at', 'desc')
    .select(['d.run_id as runId', 'd.seq'])
    .limit(1)
    .executeTakeFirst()
}

export async function selectContactsByPhone(
  db: Db,
  applicationId: string,
  phones: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('contact')
    .where('application_id', '=', applicationId)
    .where('phone_number', 'in', [...phones])
    .select('contact_id')
    .orderBy('contact_id')
    .execute()
  return rows.map(row => row.contact_id)
}
