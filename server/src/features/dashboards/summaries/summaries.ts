/**
 * Summaries of applications by email. A person subscribes to a weekly or a monthly one; every tick reads which are due. A moment is a row,
 * not a timer, so none is lost in a restart, and several schedulers may read at once. After a downtime one summary is sent, for the latest
 * period.
 */
import type { ReportSubscription, ReportTime } from '@notifly/contracts/dashboards/summaries'
import { selectTimezone } from '../../../db/application-timezone.ts'
import type { Db } from '../../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { enqueue, type JobHandlers } from '../../../jobs/jobs.ts'
import { sendSummary, SUMMARY_MAIL } from './mail.ts'
import { claimDue, deleteSubscription, selectSubscription, selectTimes, upsertSubscription } from './queries.ts'
import { lastDue, nextDue } from './times.ts'

type Tools = Pick<Deps, 'database' | 'clock'>

export async function readSubscription(
  { database: { kysely: db }, clock }: Tools,
  caller: ApplicationCaller,
): Promise<ReportSubscription> {
  const row = await selectSubscription(db, caller)
  const { email } = caller
  if (row === undefined) return { every: 'never', next_on: null, email }
  const timezone = await selectTimezone(db, caller.applicationId)
  return { every: row.every, next_on: nextDue(row.every, timezone, clock.now()), email }
}

/** The first summary is the next one that becomes due. */
export async function changeSubscription(
  tools: Tools,
  caller: ApplicationCaller,
  every: ReportTime,
): Promise<ReportSubscription> {
  const { database, clock } = tools
  const db = database.kysely
  if (every === 'never') await deleteSubscription(db, caller)
  else {
    const now = clock.now()
    const doneFor = lastDue(every, await selectTimezone(db, caller.applicationId), now).toString()
    await upsertSubscription(db, caller, { every, doneFor, now })
  }
  return readSubscription(tools, caller)
}

const AT_ONCE = 100

/** Adds a job for every summary that is due, each once. Returns "more" while there may be others. */
export async function sendDueSummaries({ database, clock }: Tools): Promise<'more' | 'done'> {
  const now = clock.now()
  const times = await selectTimes(database.kysely)
  if (times.length === 0) return 'done'
  const due = times.map(time => ({ ...time, day: lastDue(time.every, time.timezone, now).toString() }))
  return database.kysely.transaction().execute(async tx => {
    const claimed = await claimDue(tx, due, AT_ONCE)
    for (const { applicationId, accountId, every, day } of claimed) {
      await enqueue(tx, SUMMARY_MAIL, { application_id: applicationId, account_id: accountId, every, day })
    }
    return claimed.length === AT_ONCE ? 'more' : 'done'
  })
}

/** Marks those that are due as sent, without sending them. Returns how many. */
export async function skipDueSummaries(tx: Db, now: Date): Promise<number> {
  const times = await selectTimes(tx)
  const due = times.map(time => ({ ...time, day: lastDue(time.every, time.timezone, now).toString() }))
  for (let skipped = 0; ;) {
    const claimed = times.length === 0 ? [] : await claimDue(tx, due, AT_ONCE)
    skipped += claimed.length
    if (claimed.length < AT_ONCE) return skipped
  }
}

export function summaryJobs(deps: Deps): JobHandlers {
  return { [SUMMARY_MAIL]: payload => sendSummary(deps, payload) }
}
