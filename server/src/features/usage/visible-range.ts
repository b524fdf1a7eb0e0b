/**
 * How far back single messages, recipients, entries of the log and events of contacts are shown. Older ones stay stored, and a larger plan
 * shows them again; figures, and exports of a person's own data, have no such limit.
 */
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { limitsOfApplication } from './plan.ts'
import { selectBeginning } from './queries.ts'

interface VisibleRange {
  /** The first moment that is shown. */
  since: Date
  days: number
}

const DAY_MS = 86_400_000

type Looking = Pick<Deps, 'config' | 'clock'>

/** Null if nothing is excluded: without such a limit, and while the application is younger. */
export async function visibleRangeOf(deps: Looking, db: Db, applicationId: string): Promise<VisibleRange | null> {
  const days = (await limitsOfApplication(deps, db, applicationId))?.limits.retention_days ?? null
  if (days === null) return null
  const since = new Date(deps.clock.now().getTime() - days * DAY_MS)
  const beginning = await selectBeginning(db, applicationId)
  return beginning !== undefined && beginning < since ? { since, days } : null
}

/** The part of a requested range that the plan shows, and the limit if that excludes something. */
export function cutBy(
  back: VisibleRange | null,
  since: Date | undefined,
): { since: Date | undefined; reachesTo?: Date } {
  if (back === null || (since !== undefined && since >= back.since)) return { since }
  return { since: back.since, reachesTo: back.since }
}

/** Throws notFound, with how far the plan reaches, for older things. */
export async function assertVisible(deps: Looking, db: Db, applicationId: string, at: Date): Promise<void> {
  const back = await visibleRangeOf(deps, db, applicationId)
  if (back !== null && at < back.since) throw refusal(back)
}

/** The error for something older than the plan shows. */
export async function olderThanPlan(
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  { applicationId }: { applicationId: string },
): Promise<AppError> {
  const back = await visibleRangeOf(deps, deps.database.kysely, applicationId)
  return back === null ? new AppError('notFound') : refusal(back)
}

function refusal({ days }: VisibleRange): AppError {
  return new AppError('notFound', sentence('usage.olderThanPlan', { days }))
}
