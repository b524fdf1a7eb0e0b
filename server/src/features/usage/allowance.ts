/**
 * Messages that programs send one by one. Transactional ones have a fifth more than the plan, and are never cut in the middle of a day:
 * what counts is the month up to the last midnight (UTC), and a plan that ended or became smaller today counts from tomorrow on. Marketing
 * ones end at the limit, as campaigns do.
 *
 * Each process knows the standing of an application for some seconds and reads it again beside the messages, which wait for it the first
 * time only.
 */
import type { Channel } from '@notifly/contracts/applications/applications'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { createKeptCounts } from '../../lib/kept-counts.ts'
import { dayOf, monthOf } from './months.ts'
import { limitsOfApplication } from './plan.ts'
import { hasPlanChangedSince, sumMessages } from './queries.ts'

interface Asked {
  channel: Channel
  isTransactional: boolean
  /** Null: now. What leaves in another month is not of this one. */
  sendAt: Date | null
}

/** Returns why a message is refused; null if it is not. */
export type Refusals = (asked: Asked) => AppError | null

export interface Allowance {
  refusalsOf(applicationId: string): Promise<Refusals>
}

/** Read again after this time, so that an upgrade takes effect soon. */
const FRESH_MS = 5000
/** Entries older than this are deleted. */
const KEPT_MS = 60_000
const KEPT_MAX = 10_000
/** Sums of earlier days no longer change, except for what is recorded late. */
const PAST_FRESH_MS = 600_000

interface Known {
  /** A new day, and so a new month, is a new question. */
  day: number
  sinceMs: number
  answer: Promise<Refusals>
  isReading: boolean
}

/** Null if billing is off. */
export function createAllowance(deps: Deps, nowMs: () => number = () => performance.now()): Allowance | null {
  if (deps.config.billing === null) return null
  const judge = createJudge(deps)
  const kept = new Map<string, Known>()

  function read(applicationId: string, now: Date): Known {
    const known = {
      day: dayOf(now).getTime(),
      sinceMs: nowMs(),
      answer: judge(applicationId, now),
      isReading: false,
    }
    known.answer.catch(() => kept.get(applicationId) === known && kept.delete(applicationId))
    kept.delete(applicationId)
    kept.set(applicationId, known)
    const [oldest] = kept.size > KEPT_MAX ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return known
  }

  async function readBeside(applicationId: string, before: Known, now: Date): Promise<void> {
    before.isReading = true
    try {
      const answer = await judge(applicationId, now)
      kept.set(applicationId, {
        ...before,
        sinceMs: nowMs(),
        answer: Promise.resolve(answer),
        isReading: false,
      })
    } catch (error) {
      before.isReading = false
      deps.log.warn({ err: error, applicationId }, 'what a plan has left could not be read')
    }
  }

  return {
    refusalsOf(applicationId) {
      const now = deps.clock.now()
      const known = kept.get(applicationId)
      const ageMs = known === undefined ? Infinity : nowMs() - known.sinceMs
      if (known === undefined || ageMs > KEPT_MS || known.day !== dayOf(now).getTime()) {
        return read(applicationId, now).answer
      }
      if (ageMs > FRESH_MS && !known.isReading) void readBeside(applicationId, known, now)
      return known.answer
    },
  }
}

function createJudge({ config, database: { kysely: db } }: Deps) {
  const keptPast = createKeptCounts<Map<Channel, number>>(PAST_FRESH_MS)
  return async (applicationId: string, now: Date): Promise<Refusals> => {
    const plan = await limitsOfApplication({ config }, db, applicationId)
    if (plan === null || Object.values(plan.limits.messages).every(limit => limit === null)) return () => null
    const { organizationId, limits } = plan
    const [today, month] = [dayOf(now), monthOf(now)]
    const before = await keptPast({ key: `${organizationId} ${today.toISOString()}` }, () =>
      sumMessages(db, organizationId, { from: month.from, to: today }),
    )
    const sent = await sentToday(db, organizationId, { from: today, to: month.to })
    return ({ channel, isTransactional, sendAt }) => {
      const limit = limits.messages[channel]
      if (limit === null || (sendAt !== null && sendAt >= month.to)) return null
      const used = before.get(channel) ?? 0
      const isClosed = isTransactional
        ? !sent.isPlanNew && isBeyondGrace(used, limit)
        : used + (sent.messages.get(channel) ?? 0) >= limit
      if (!isClosed) return null
      const words = { limit, channel: sentence(`channelNames.${channel}`) }
      return new AppError('quotaReached', sentence('usage.messagesUsedUp', words))
    }
  }
}

async function sentToday(db: Db, organizationId: string, day: { from: Date; to: Date }) {
  return {
    messages: await sumMessages(db, organizationId, day),
    isPlanNew: await hasPlanChangedSince(db, organizationId, day.from),
  }
}

/** A fifth more than the limit. */
function isBeyondGrace(used: number, limit: number): boolean {
  return used * 5 >= limit * 6
}
