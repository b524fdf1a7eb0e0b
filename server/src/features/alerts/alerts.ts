/**
 * Front door of alerts: news about a person's work as push messages to the browsers in which they signed in and asked for them, whether or
 * not a page of the dashboard is open. A browser is forgotten with its session (browsers.ts). An event becomes one job for everyone
 * concerned (here, trouble.ts); when the job runs, it decides again who may see it (request-alert.ts, campaign-alert.ts).
 */
import type { Db } from '../../db/schema/tables.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { alertQueue, REQUEST_ALERT, type RequestAlert } from './alert-job.ts'
import { hasBrowsers } from './queries.ts'

export { alertOfTroubles } from './trouble.ts'

interface RequestNews {
  applicationId: string
  approvalId: string
  kind: RequestAlert['kind']
  /** For `over`: when they were asked. */
  askedAt?: Date | undefined
}

/** Alerts these people about a request, once the transaction has committed. */
export async function alertOfRequest(
  tx: Db,
  { applicationId, approvalId, kind, askedAt }: RequestNews,
  accountIds: readonly string[],
): Promise<void> {
  if (!(await hasBrowsers(tx, accountIds))) return
  const payload: RequestAlert = {
    application_id: applicationId,
    approval_id: approvalId,
    kind,
    account_ids: [...accountIds],
    ...(askedAt && { asked_at: askedAt.getTime() }),
  }
  await enqueue(tx, REQUEST_ALERT, payload, { queue: alertQueue(applicationId) })
}
