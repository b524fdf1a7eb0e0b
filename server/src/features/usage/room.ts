/**
 * Room for what an organization keeps: contacts, members, applications. A write asks before it does its work, as for a quota; what others
 * add at the same moment may pass the limit by as much. What is there stays, also under a smaller plan.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Configured, limitsFor, limitsOfApplication } from './plan.ts'
import { countApplications, countContacts, countMembers } from './queries.ts'

/** Throws quotaReached where the application's organization has no room for so many more contacts. */
export async function demandContacts(deps: Configured, db: Db, applicationId: string, adding: number): Promise<void> {
  const plan = await limitsOfApplication(deps, db, applicationId)
  if (plan === null || plan.limits.contacts === null) return
  const used = await countContacts(db, plan.organizationId)
  demand({ used, adding, limit: plan.limits.contacts }, numbers => sentence('usage.contactsFull', numbers))
}

/** In an organization, whatever its plan says: each has quotas and places of its own. */
export const MOST_APPLICATIONS = 500

type Timed = Pick<Deps, 'config' | 'clock'>

/** Throws quotaReached where there is no room for one more; people who are invited have theirs already. */
export async function demandMembers(deps: Timed, db: Db, organizationId: string): Promise<void> {
  const limit = (await limitsFor(deps, db, organizationId))?.members ?? null
  if (limit === null) return
  const used = await countMembers(db, organizationId, deps.clock.now())
  demand({ used, adding: 1, limit }, ({ adding: _, ...numbers }) => sentence('usage.membersFull', numbers))
}

/** Throws quotaReached where there is no room for one more. */
export async function demandApplications(deps: Configured, db: Db, organizationId: string): Promise<void> {
  const limit = (await limitsFor(deps, db, organizationId))?.applications ?? null
  const used = await countApplications(db, organizationId)
  demand({ used, adding: 1, limit: MOST_APPLICATIONS }, ({ limit: most }) =>
    sentence('quotas.applications', { limit: most }),
  )
  if (limit === null) return
  demand({ used, adding: 1, limit }, ({ adding: _, ...numbers }) => sentence('usage.applicationsFull', numbers))
}

type Numbers = Record<'used' | 'adding' | 'limit', number>

function demand(numbers: Numbers, words: (numbers: Numbers) => Sentence): void {
  const { used, adding, limit } = numbers
  if (used + adding > limit) throw new AppError('quotaReached', words(numbers))
}
