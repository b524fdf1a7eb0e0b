/**
 * Front door of usage: what an organization has used of its plan, and what that keeps it from. Where nothing is sold (`config.billing` is
 * null) each of these answers at once, without a question to the database.
 *
 *     readUsage                                       figures of the month, for people
 *     demandContacts, demandMembers, assertApplicationRoom   refuse what a plan has no room for (room.ts)
 *     whyHeld, demandStart, releaseHeldCampaigns      campaigns that wait for a larger plan (held-campaigns.ts)
 *     createAllowance                                 messages of programs (allowance.ts)
 *     visibleRangeOf, cutBy, assertVisible                 how far back can be looked (visible-range.ts)
 *     sendUsageNotices                                mails at 80 and 100 % (notices.ts)
 */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type { Usage } from '@notifly/contracts/billing/plans'
import { countHeldCampaigns } from '../../engine/runs/held-run-queries.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { planOf } from '../billing/billing.ts'
import { runsOrganization } from '../roles/roles.ts'
import { forecastOf, monthOf } from './months.ts'
import { countApplications, countContacts, countMembers, sumMessages } from './queries.ts'

export { type Allowance, createAllowance, type Refusals } from './allowance.ts'
export { demandStart, releaseHeldCampaigns, createHoldCheck } from './held-campaigns.ts'
export { cutBy, assertVisible, visibleRangeOf, olderThanPlan } from './visible-range.ts'
export { sendUsageNotices } from './notices.ts'
export { assertApplicationRoom, demandContacts, demandMembers } from './room.ts'

/** Throws notFound if billing is off, and forbidden for everyone except Owner and Admin. */
export async function readUsage(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
  { organizationId, roleId }: Pick<ApplicationCaller, 'organizationId' | 'roleId'>,
): Promise<Usage> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  if (deps.config.billing === null) throw new AppError('notFound')
  if (!runsOrganization(roleId)) throw new AppError('forbidden')
  const { name, limits } = await planOf(db, deps.config, organizationId)
  const month = monthOf(now)
  const messages = await sumMessages(db, organizationId, month)
  const ofMessages = CHANNELS.map(what => {
    const used = messages.get(what) ?? 0
    return { what, used, limit: limits.messages[what], forecast: forecastOf(used, now) }
  })
  const kept = { forecast: null }
  return {
    plan: name,
    period_start: epochSeconds(month.from),
    period_end: epochSeconds(month.to),
    rows: [
      ...ofMessages,
      { what: 'contacts', used: await countContacts(db, organizationId), limit: limits.contacts, ...kept },
      { what: 'members', used: await countMembers(db, organizationId, now), limit: limits.members, ...kept },
      { what: 'applications', used: await countApplications(db, organizationId), limit: limits.applications, ...kept },
    ],
    retention_days: limits.retention_days,
    held_campaigns: await countHeldCampaigns(db, organizationId),
  }
}
