/**
 * Limits of what an organization stores: contacts, members, applications. A write checks before it does its work, as for a quota;
 * concurrent writes may exceed the limit by what they add. Existing things stay, even under a smaller plan.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Configured, limitsFor, limitsOfApplication } from './plan.ts'
import { countApplications, countContacts, countMembers } from './queries.ts'

/** Throws quotaReached if the application's organization has no room for that many more contacts. */
export async function demandContacts(deps: Configured, db: Db, applicationId: string, adding: number): Promise<void> {
  const plan = await limitsOfApplication(deps, db, applicationId)
  if (plan === null || plan.limits.contacts === null) return
  const used = await countContacts(db, plan.organizationId)
  assertBelowLimit({ used, adding, limit: plan.limits.contacts }, numbers => sentence('usage.contactsFull', numbers))
}

/** Per organization, whatever its plan: each application has its own quotas. */
export const MOST_APPLICATIONS = 500

type Timed = Pick<Deps, 'config' | 'clock'>

/** Throws quotaReached if there is no room for one more; invited people are already counted. */
export async function demandMembers(deps: Timed, db: Db, organizationId: string): Promise<void> {
  const limit = (await limitsFor(deps, db, organizationId))?.members ?? null
  if (limit === null) return
  const used = await countMembers(db, organizationId, deps.clock.now())
  assertBelowLimit({ used, adding: 1, limit }, ({ adding: _, ...numbers }) => sentence('usage.membersFull', numbers))
}

/** Throws quotaReached if there is no room for one more. */
export async function assertApplicationRoom(deps: Configured, db: Db, organizationId: string): Promise<void> {
  const limit = (await limitsFor(deps, db, organizationId))?.applications ?? null
  const used = await countApplications(db, organizationId)
  assertBelowLimit({ used, adding: 1, limit: MOST_APPLICATIONS }, ({ limit: most }) =>
    sentence('quotas.applications', { limit: most }),
  )
  if (limit === null) return
  assertBelowLimit({ used, adding: 1, limit }, ({ adding: _, ...numbers }) =>
    sentence('usage.applicationsFull', numbers),
  )
}

type Numbers = Record<'used' | 'adding' | 'limit', number>

function assertBelowLimit(numbers: Numbers, words: (numbers: Numbers) => Sentence): void {
  const { used, adding, limit } = numbers
  if (used + adding > limit) throw new AppError('quotaReached', words(numbers))
}
