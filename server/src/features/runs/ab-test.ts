/** The A/B test of a run in the API's form. */
import type { RunTest } from '@notifly/contracts/campaigns/ab-tests'
import type { RunRow } from '@notifly/contracts/runs/deliveries'
import type { Db } from '../../db/schema/tables.ts'
import {
  selectFigures,
  selectTest,
  selectVariants,
  type TestRow,
  type VariantFigures,
  type VariantRow,
  verdictOf,
} from '../../engine/ab-tests/ab-test.ts'
import type { RunKey } from '../../engine/runs/runs.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'

export interface TestWithResults {
  test: TestRow
  variants: VariantRow[]
  figures: VariantFigures[]
}

/** Null for a run without a test. `standing`: a key that changes whenever the figures may have. */
export type ReadTest = (key: RunKey, standing: string) => Promise<TestWithResults | null>

export function createTestReads(db: Db): ReadTest {
  const kept = createKeptCounts<VariantFigures[]>(0)
  return async (key, standing) => {
    const test = await selectTest(db, key)
    if (test === undefined) return null
    const variants = await selectVariants(db, key)
    const figures = await kept({ key: key.runId, standing }, () => selectFigures(db, key))
    return { test, variants, figures }
  }
}

/** Recipients who wait, or got the winner, are all whom the test excludes: the run's own counters include them. */
export function presentTest({ test, variants, figures }: TestWithResults, run: RunRow): RunTest {
  const moment = (at: Date | null): number | null => (at === null ? null : epochSeconds(at))
  const sum = (name: 'recipients' | 'sent' | 'opened' | 'clicked' | 'unsubscribed'): number =>
    figures.reduce((total, each) => total + each[name], 0)
  const restOf = (name: 'opened' | 'clicked' | 'unsubscribed'): number =>
    Math.max(0, (run.counts[name] ?? 0) - sum(name))
  const state = stateOf(test)
  return {
    part: test.part,
    metric: test.metric,
    share: test.share,
    after_hours: test.afterHours,
    state,
    decide_on: state === 'running' ? moment(test.decideAt) : null,
    winner: test.winner,
    decided_on: moment(test.decidedAt),
    decided_by: test.isByHand ? (test.decidedBy ?? '') : null,
    verdict: figures.some(({ sent }) => sent > 0) ? (test.verdict ?? verdictOf(figures, test.metric)) : null,
    variants: variants.map(({ no, subject, templateName }) => {
      const of = figures.find(each => each.no === no)
      return {
        no,
        subject,
        template_name: templateName,
        recipients: of?.recipients ?? 0,
        sent: of?.sent ?? 0,
        opened: of?.opened ?? 0,
        clicked: of?.clicked ?? 0,
        unsubscribed: of?.unsubscribed ?? 0,
      }
    }),
    rest: {
      recipients: test.decideAt === null ? 0 : Math.max(0, run.recipients - sum('recipients')),
      sent: Math.max(0, run.sent - sum('sent')),
      opened: restOf('opened'),
      clicked: restOf('clicked'),
      unsubscribed: restOf('unsubscribed'),
    },
  }
}

function stateOf({ winner, endedAt, decideAt }: TestRow): RunTest['state'] {
  if (winner !== null) return 'decided'
  if (endedAt !== null) return 'ended'
  return decideAt === null ? 'preparing' : 'running'
}
