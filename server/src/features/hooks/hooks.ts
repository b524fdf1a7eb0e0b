/** Entry point for what providers report after sending: through calls of hooks, and through mails that come back. */
import { reportOfMail } from './bounce-mails.ts'
import { diskFullError, openReportStore } from './report-store.ts'
import type { ReportDeps, Reporting } from './reporting.ts'
import { settle } from './settle.ts'

export { pruneReports, retryReports } from './settle.ts'
export type { Inbound, InboundListener, NewsListener, ReportDeps, Reporting } from './reporting.ts'

/**
 * Returns a function that accepts mails to bounce addresses. Mail to an address that this installation did not create is dropped. It
 * rejects if the report could not be stored: the other server then sends it again.
 */
export function bounceMailTaker(deps: ReportDeps, reporting: Reporting): (raw: Buffer, token: string) => Promise<void> {
  const store = openReportStore(deps)
  return async (raw, token) => {
    const report = await reportOfMail(deps, raw, token)
    if (report === null) {
      deps.log.info('a mail to a bounce address that is none of ours was dropped')
      return
    }
    const { fresh, refused } = await store.add([report])
    if (refused.has(report)) throw diskFullError()
    if (fresh.has(report)) await settle(deps, reporting, [report])
  }
}
