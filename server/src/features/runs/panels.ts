/**
 * Panels of a run that read all of it: links with the people who clicked them, times until the first open, recipients' domains. Each result
 * is cached until the run's counters change, and for at least twenty times as long as it took: however many people view a large run,
 * counting takes a twentieth of the time at most.
 */
import { OPEN_SPANS, type OpenSpan, type RunDomain, type RunLinks } from '@notifly/contracts/runs/panels'
import { listRead } from '../../db/fair-places.ts'
import type { Db } from '../../db/schema/tables.ts'
import { ENGAGEMENT, HANDED_OVER } from '../../engine/states.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import {
  countDomains,
  countLinkPeople,
  countOpenTimes,
  type PanelRun,
  selectPanelRun,
  selectRunLinks,
} from './panel-queries.ts'
import { selectCounters } from './run-queries.ts'
import type { WhichRuns } from './runs.ts'

/** Each throws notFound for another application's run. */
export interface PanelReads {
  links(which: WhichRuns): Promise<RunLinks>
  /** Empty where its details are gone, or nothing was opened. */
  openTimes(which: WhichRuns): Promise<OpenSpan[]>
  /** Empty where its details are gone, nothing was sent, or it is no email. */
  domains(which: WhichRuns): Promise<RunDomain[]>
}

const FRESH_MS = 10_000

export function createPanelReads(db: Db): PanelReads {
  const keptLinks = createKeptCounts<Map<number, number>>(FRESH_MS)
  const keptTimes = createKeptCounts<OpenSpan[]>(FRESH_MS)
  const keptDomains = createKeptCounts<RunDomain[]>(FRESH_MS)
  return {
    async links(which) {
      const { run_id: runId, details_removed_at: removedAt } = await runOf(db, which)
      const { applicationId } = which
      const rows = await selectRunLinks(db, { applicationId, runId })
      const clicks = rows[0]?.total ?? 0
      const people =
        removedAt !== null || clicks === 0
          ? null
          : await keptLinks({ key: runId, standing: String(clicks) }, () =>
              listRead(db, applicationId, tx => countLinkPeople(tx, { applicationId, runId })),
            )
      const clicked = (no: number) => (removedAt === null ? (people?.get(no) ?? 0) : null)
      return { clicks, links: rows.map(({ no, url, clicks: n }) => ({ no, url, clicks: n, clicked: clicked(no) })) }
    },
    async openTimes(which) {
      const { run_id: runId, details_removed_at: removedAt } = await runOf(db, which)
      const { applicationId } = which
      const [opened = 0] = await countsOf(db, { applicationId, runId }, [ENGAGEMENT.opened])
      if (removedAt !== null || opened === 0) return []
      return keptTimes({ key: runId, standing: String(opened) }, async () => {
        const counted = await listRead(db, applicationId, tx => countOpenTimes(tx, { applicationId, runId }))
        return [...OPEN_SPANS, null].map((until, span) => ({ until, opened: counted.get(span) ?? 0 }))
      })
    },
    async domains(which) {
      const { run_id: runId, details_removed_at: removedAt } = await runOf(db, which)
      const { applicationId, channel } = which
      if (removedAt !== null || channel !== 'email') return []
      const counters = await countsOf(db, { applicationId, runId }, [
        ...HANDED_OVER,
        ENGAGEMENT.opened,
        ENGAGEMENT.clicked,
      ])
      return keptDomains({ key: runId, standing: counters.join(' ') }, () =>
        listRead(db, applicationId, tx => countDomains(tx, { applicationId, runId })),
      )
    },
  }
}

async function runOf(db: Db, which: WhichRuns): Promise<PanelRun> {
  return orNotFound(await selectPanelRun(db, which))
}

/** The run's counters, in the order of `numbers`. */
async function countsOf(
  db: Db,
  { applicationId, runId }: { applicationId: string; runId: string },
  numbers: readonly number[],
): Promise<number[]> {
  const counters = (await selectCounters(db, [applicationId], [runId])).get(runId)
  return numbers.map(number => counters?.get(number) ?? 0)
}
