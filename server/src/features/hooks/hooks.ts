/** Front door of what providers report afterwards: by calls of hooks, and by mails that come back. */
import { reportOfMail } from './bounce-mails.ts'
import { noRoom, openReportStore } from './report-store.ts'
import type { ReportDeps, Reporting } from './reporting.ts'
import { settle } from './settle.ts'

export { forgetOldReports, retryReports } from './settle.ts'
export type { Inbound, InboundListener, NewsListener, ReportDeps, Reporting } from './reporting.ts'

/**
 * Returns what takes a mail that came to a bounce address. Mail to an address that we did not write is dropped. It rejects when the
 * report could not be stored: the other server then keeps it.
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
    if (refused.has(report)) throw noRoom()
    if (fresh.has(report)) await settle(deps, reporting, [report])
  }
}
