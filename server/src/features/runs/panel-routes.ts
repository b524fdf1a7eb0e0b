/** Panels of a run, as data and as CSV. */
import {
  exportRunPanel,
  readRunDomains,
  readRunLinks,
  readRunMail as readRunMailCall,
  readRunOpenTimes,
  type RunPanel,
} from '@notifly/contracts/runs/panels'
import type { Deps } from '../../http/deps.ts'
import { type Http, rawRoute, route } from '../../http/route.ts'
import { printCsvRow } from '@notifly/contracts/csv'
import { readRunMail } from './mail.ts'
import { createPanelReads, type PanelReads } from './panels.ts'
import type { WhichRuns } from './runs.ts'
import { runFilterOf } from './which.ts'

export function runPanelRoutes(http: Http, deps: Deps): void {
  const reads = createPanelReads(deps.database.kysely)

  route(http, readRunLinks, ({ params, caller }) => reads.links(runFilterOf(params, caller)))
  route(http, readRunOpenTimes, ({ params, caller }) => reads.openTimes(runFilterOf(params, caller)))
  route(http, readRunDomains, ({ params, caller }) => reads.domains(runFilterOf(params, caller)))
  route(http, readRunMailCall, ({ params, query: { variant }, caller }) =>
    readRunMail(deps, caller, {
      which: runFilterOf(params, caller),
      variant: variant === undefined ? null : Number(variant),
    }),
  )

  rawRoute(http, exportRunPanel, async ({ params, query: { panel }, caller, reply }) => {
    const [columns, rows] = await TABLES[panel](reads, runFilterOf(params, caller))
    const lines = [columns, ...rows].map(cells => printCsvRow(cells.map(cell => String(cell ?? ''))))
    return (
      reply
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="run ${panel}.csv"`)
        .header('Cache-Control', 'private, no-store')
        // The mark by which spreadsheet programs know UTF-8.
        .send(`\uFEFF${lines.join('')}`)
    )
  })
}

type Cells = readonly (string | number | null)[]
type Table = [columns: readonly string[], rows: readonly Cells[]]

/** Unknown values are empty, such as the end of the last span and the name of all other domains. */
const TABLES: Record<RunPanel, (reads: PanelReads, which: WhichRuns) => Promise<Table>> = {
  async links(reads, which) {
    const { links } = await reads.links(which)
    return [['no', 'url', 'clicked', 'clicks'], links.map(({ no, url, clicked, clicks }) => [no, url, clicked, clicks])]
  },
  async open_times(reads, which) {
    const spans = await reads.openTimes(which)
    return [['until_seconds', 'opened'], spans.map(({ until, opened }) => [until, opened])]
  },
  async domains(reads, which) {
    const domains = await reads.domains(which)
    return [
      ['domain', 'sent', 'bounced', 'complained', 'opened', 'clicked'],
      domains.map(row => [row.domain, row.sent, row.bounced, row.complained, row.opened, row.clicked]),
    ]
  },
}
