/**
 * A/B tests of runs that are being sent. Front door for features and the scheduler.
 *
 *     decideDueTests({...})     chooses the winner of every test whose time is over, by its figures
 *     chooseWinner(tx, ...)     makes the variant that a person chose the winner
 *
 * A test is decided once: one transaction locks the run and its test, and stores the decision with everything that follows from it. The
 * deadline is stored, so neither a restart nor a second scheduler changes anything. A paused run decides once it is resumed; a run that
 * ends earlier also ends its waiting recipients (upkeep/sweep.ts).
 */
import type { AbMetric } from '@notifly/contracts/campaigns/ab-tests'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import {
  insertWinner,
  lockTest,
  type OpenTest,
  selectDueTests,
  selectFigures,
  takeTest,
  updateDeadline,
  type VariantFigures,
} from './ab-test-queries.ts'
import { verdictOf } from './significance.ts'
import { notifyWorkers, type RunKey } from '../runs/run-queries.ts'

export { verdictOf } from './significance.ts'
export { selectFigures, selectLatestTest, selectTest, selectVariants } from './ab-test-queries.ts'
export type { TestRow, VariantFigures, VariantRow } from './ab-test-queries.ts'

const HOUR_MS = 3_600_000

/** Decides every test whose time is over, each in its own transaction. Returns how many have a winner now. */
export async function decideDueTests(deps: { database: Database; clock: Clock; log: Log }): Promise<number> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  let decided = 0
  for (const key of await selectDueTests(db, now)) {
    try {
      if (await db.transaction().execute(tx => decideTest(tx, key, now))) decided++
    } catch (error) {
      // The test stays due; other tests must not wait for it.
      deps.log.error({ err: error, runId: key.runId }, 'a test could not be decided')
    }
  }
  return decided
}

/**
 * Returns false if the test was decided, paused or ended meanwhile. Also if no message has been sent yet of a variant that can still be
 * sent: the time of the test then starts again.
 */
async function decideTest(tx: Db, key: RunKey, now: Date): Promise<boolean> {
  const test = await takeTest(tx, key)
  if (test === undefined || !isDue(test, now)) return false
  const figures = await selectFigures(tx, key)
  if (figures.some(each => each.sent === 0 && each.pending > 0)) {
    await updateDeadline(tx, key, new Date(now.getTime() + test.afterHours * HOUR_MS))
    return false
  }
  const winner = bestOf(figures, test.metric)
  if (winner === undefined) return false
  await insertWinner(tx, key, { winner, by: null, verdict: verdictOf(figures, test.metric), now })
  await notifyWorkers(tx)
  return true
}

function isDue({ state, expiresAt, winner, decideAt }: OpenTest, now: Date): boolean {
  const goesOn = state === 'executing' && (expiresAt === null || expiresAt > now)
  return goesOn && winner === null && decideAt !== null && decideAt <= now
}

/**
 * Returns the variant with the highest share of opens or clicks among its sent messages; of equal ones the one with fewer unsubscriptions,
 * then the first. A variant of which nothing could be sent loses to every other. Undefined without variants.
 */
export function bestOf(figures: readonly VariantFigures[], metric: AbMetric): number | undefined {
  const [best] = figures.toSorted(
    (a, b) =>
      Number(b.sent > 0) - Number(a.sent > 0) ||
      // Cross-multiplied, so that equal shares do not differ by rounding.
      b[metric] * a.sent - a[metric] * b.sent ||
      a.unsubscribed - b.unsubscribed ||
      a.no - b.no,
  )
  return best?.no
}

export type Choice =
  | { result: 'chosen'; test: OpenTest }
  /** no_test: there is no such run, or it has no test. not_open: its recipients are not fixed yet. */
  | { result: 'no_test' | 'not_open' | 'over' | 'unknown_variant' }
  | { result: 'decided'; winner: number }

/** Makes a variant the winner before the figures decide; of the campaign's latest run if no run is named. */
export async function chooseWinner(
  tx: Db,
  which: { applicationId: string; campaignId: string; runId?: string | undefined },
  decision: { winner: number; by: string; now: Date },
): Promise<Choice> {
  const test = await lockTest(tx, which)
  if (test === undefined) return { result: 'no_test' }
  if (test.winner !== null) return { result: 'decided', winner: test.winner }
  const isOver = test.expiresAt !== null && test.expiresAt <= decision.now
  if (isOver || !OPEN_STATES.has(test.state)) return { result: 'over' }
  if (test.decideAt === null) return { result: 'not_open' }
  const variants = await selectFigures(tx, test)
  if (!variants.some(each => each.no === decision.winner)) return { result: 'unknown_variant' }
  await insertWinner(tx, test, { ...decision, verdict: null })
  await notifyWorkers(tx)
  return { result: 'chosen', test }
}

const OPEN_STATES: ReadonlySet<string> = new Set(['preparing', 'executing', 'paused'])
