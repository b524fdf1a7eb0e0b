/**
 * Messages that programs send one by one. Transactional ones have a fifth more than the plan, and are never cut in the middle of a day:
 * what counts is the month up to the last midnight (UTC), and a plan that ended or became smaller today counts from tomorrow on. Marketing
 * ones end at the limit, as campaigns do. Each process knows an organization's standing for some seconds, so that a message costs nothing.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import { dayOf, monthOf } from './months.ts'
import { limitsOfApplication } from './plan.ts'
import { hasPlanChangedSince, sumMessages } from './queries.ts'

export interface Asked {
  channel: Channel
  isTransactional: boolean
  /** Null: now. What leaves in another month is not of this one. */
  sendAt: Date | null
}

/** Why a message is refused; null: it is not. */
export type Refusals = (asked: Asked) => AppError | null

export interface Allowance {
  refusalsOf(applicationId: string): Promise<Refusals>
}

/** An upgrade is known within this time. */
const FRESH_MS = 5000
/** What was sent before this day changes no more, but for what is recorded late. */
const PAST_FRESH_MS = 600_000

/** Null where nothing is sold. */
export function createAllowance({ config, database, clock }: Deps): Allowance | null {
  if (config.billing === null) return null
  const db = database.kysely
  const keptRefusals = createKeptCounts<Refusals>(FRESH_MS)
  const keptPast = createKeptCounts<Map<Channel, number>>(PAST_FRESH_MS)

  async function judge(applicationId: string, now: Date): Promise<Refusals> {
    const plan = await limitsOfApplication({ config }, db, applicationId)
    if (plan === null || Object.values(plan.limits.messages).every(limit => limit === null)) return () => null
    const { organizationId, limits } = plan
    const month = monthOf(now)
    const today = dayOf(now)
    const past = await keptPast({ key: `${organizationId} ${today.toISOString()}` }, () =>
      sumMessages(db, organizationId, { from: month.from, to: today }),
    )
    const fresh = await sumMessages(db, organizationId, { from: today, to: month.to })
    const waitsForMidnight = await hasPlanChangedSince(db, organizationId, today)
    return ({ channel, isTransactional, sendAt }) => {
      const limit = limits.messages[channel]
      if (limit === null || (sendAt !== null && sendAt >= month.to)) return null
      const before = past.get(channel) ?? 0
      const isClosed = isTransactional
        ? !waitsForMidnight && isBeyondGrace(before, limit)
        : before + (fresh.get(channel) ?? 0) >= limit
      if (!isClosed) return null
      const words = { limit, channel: sentence(`channelNames.${channel}`) }
      return new AppError('quotaReached', sentence('usage.messagesUsedUp', words))
    }
  }

  return {
    refusalsOf: applicationId => {
      const now = clock.now()
      // A new day, and so a new month, is a new question.
      return keptRefusals({ key: `${applicationId} ${dayOf(now).toISOString()}` }, () => judge(applicationId, now))
    },
  }
}

/** A fifth more than the limit. */
function isBeyondGrace(used: number, limit: number): boolean {
  return used * 5 >= limit * 6
}
