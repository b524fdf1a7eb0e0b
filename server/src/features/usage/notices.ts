/**
 * Mails to owner and admins of an organization: when it has used most or all of a month's messages on a channel, and when held campaigns
 * resume. Each once per month and channel.
 */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { HeldChannel } from '../../engine/runs/held-run-queries.ts'
import { monthOf } from './months.ts'
import { selectRunners } from '../roles/roles.ts'
import { insertNotices, selectSenders } from './notice-queries.ts'
import { limitsFor } from './plan.ts'
import { sumMessages } from './queries.ts'
import { USAGE_MAIL } from './usage-mail.ts'

/** Percent of the plan, larger ones first. */
const SHARES = [100, 80] as const
/** In place of a share: held campaigns resume. */
const RELEASED = 0

/** Checks every organization that sent something this month. Returns how many mails were queued. */
export async function sendUsageNotices(deps: Pick<Deps, 'config' | 'database' | 'clock' | 'log'>): Promise<number> {
  if (deps.config.billing === null) return 0
  const { database, clock, log } = deps
  const now = clock.now()
  let sent = 0
  for (const organizationId of await selectSenders(database.kysely, monthOf(now))) {
    try {
      sent += await noticeOne(deps, organizationId, now)
    } catch (error) {
      // It is told the next time; the others must not wait for it.
      log.error({ err: error, organizationId }, 'usage could not be told')
    }
  }
  return sent
}

async function noticeOne(deps: Pick<Deps, 'config' | 'database'>, organizationId: string, now: Date): Promise<number> {
  const db = deps.database.kysely
  const limits = await limitsFor(deps, db, organizationId)
  const limited = CHANNELS.filter(channel => (limits?.messages[channel] ?? null) !== null)
  if (limits === null || limited.length === 0) return 0
  const used = await sumMessages(db, organizationId, monthOf(now), limited)
  let sent = 0
  for (const channel of limited) {
    const limit = limits.messages[channel] ?? 0
    const figures = { used: used.get(channel) ?? 0, limit }
    const shares = SHARES.filter(share => figures.used > 0 && figures.used * 100 >= limit * share)
    if (shares.length > 0)
      sent += await db.transaction().execute(tx => tell(tx, { organizationId, channel, shares, figures }, now))
  }
  return sent
}

/** Runs in the transaction that resumes them. */
export async function notifyOfRelease(tx: Db, { organizationId, channel }: HeldChannel, now: Date): Promise<void> {
  await tell(tx, { organizationId, channel, shares: [RELEASED], figures: null }, now)
}

interface Notice {
  organizationId: string
  channel: Channel
  /** What was passed, the largest first: that is told, and with it the others. */
  shares: readonly number[]
  figures: { used: number; limit: number } | null
}

async function tell(tx: Db, { organizationId, channel, shares, figures }: Notice, now: Date): Promise<number> {
  const fresh = await insertNotices(tx, { organizationId, channel, shares, month: monthOf(now).from }, now)
  const [share] = shares
  if (share === undefined || !fresh.includes(share)) return 0
  const readers = await selectRunners(tx, organizationId)
  for (const accountId of readers) {
    await enqueue(tx, USAGE_MAIL, {
      organization_id: organizationId,
      account_id: accountId,
      channel,
      share,
      ...figures,
    })
  }
  return readers.length
}
