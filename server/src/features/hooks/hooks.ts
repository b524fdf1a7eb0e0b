/** Front door of what providers report afterwards: by calls of hooks, and by mails that come back. */
import { reportOfMail } from './bounce-mails.ts'
import { insertReports } from './report-queries.ts'
import { firstTryAt, type ReportDeps, type Reporting } from './reporting.ts'
import { settle } from './settle.ts'

export { forgetOldReports, retryReports } from './settle.ts'
export type { Inbound, InboundListener, NewsListener, ReportDeps, Reporting } from './reporting.ts'

/**
 * Takes one mail that came to a bounce address. Mail to an address that we did not write is dropped. Rejects when the
 * report could not be stored: the other server then keeps it.
 */
export async function takeBounceMail(
  deps: ReportDeps,
  reporting: Reporting,
  raw: Buffer,
  token: string,
): Promise<void> {
  const report = await reportOfMail(deps, raw, token)
  if (report === null) {
    deps.log.info('a mail to a bounce address that is none of ours was dropped')
    return
  }
  const fresh = await insertReports(deps.database.kysely, [report], firstTryAt(report.receivedAt))
  if (fresh.size > 0) await settle(deps, reporting, [report])
}
