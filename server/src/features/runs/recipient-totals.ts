/** How many recipients a filter finds. From the run's counters where they know, since these cost nothing. */
import type { Db } from '../../db/schema/tables.ts'
import { ENGAGEMENT } from '../../engine/states.ts'
import { countRecipients, type RecipientsQuery } from './recipient-queries.ts'
import { selectCounters, selectScheduled, type RunIds } from './run-queries.ts'
import { type DeliveryCondition, splitPending } from './statuses.ts'

export async function totalOf(db: Db, query: RecipientsQuery, runs: readonly RunIds[]): Promise<number> {
  const isSearch = query.search !== undefined && query.search !== ''
  if (query.variants !== null || query.reasons !== null) return countRecipients(db, query)
  if (!isSearch && query.conditions === null) return runs.reduce((sum, run) => sum + run.recipients, 0)
  const [only, ...others] = isSearch ? [] : (query.conditions ?? [])
  if ((only?.kind === 'pending' || only?.kind === 'scheduled') && others.length === 0) {
    return totalWaiting(db, query, only.kind)
  }
  const numbers = isSearch || query.conditions === null ? null : counterNumbers(query.conditions)
  if (numbers === null) return countRecipients(db, query)
  const counters = await selectCounters(db, [query.applicationId], query.runIds)
  return [...counters.values()]
    .flatMap(counts => [...numbers].map(number => counts.get(number) ?? 0))
    .reduce((sum, n) => sum + n, 0)
}

/** As the runs' counts say it. */
async function totalWaiting(
  db: Db,
  { applicationId, runIds, now }: RecipientsQuery,
  kind: 'pending' | 'scheduled',
): Promise<number> {
  const counters = await selectCounters(db, [applicationId], runIds)
  const scheduled = await selectScheduled(db, [applicationId], runIds, now)
  return [...counters].reduce((sum, [runId, counts]) => sum + splitPending(counts, scheduled.get(runId) ?? 0)[kind], 0)
}

/** Null when the parts may overlap, or are not what the counters count. */
function counterNumbers(conditions: readonly DeliveryCondition[]): Set<number> | null {
  if (conditions.every(condition => condition.kind === 'states')) {
    return new Set(conditions.flatMap(condition => condition.states))
  }
  const [only] = conditions
  return conditions.length === 1 && only?.kind === 'engagement' ? new Set([ENGAGEMENT[only.name]]) : null
}
