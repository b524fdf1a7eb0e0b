/**
 * Runs at the first start after a restore. Messages that are unsent in the backup may have been sent since, so the product sends nothing on
 * its own: docs/operating.md, "After a restore", lists what waits for a person and what is left out.
 */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { Database } from '../db/database.ts'
import { type Held, lockUnheld, noteHeld } from '../db/restoration.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { holdRestored as holdInEngine } from '../engine/upkeep/hold-restored.ts'
import { ACCOUNT_MAIL, CONFIRMATION_MAIL, ACCOUNT_DELETED_MAIL } from '../features/accounts/account/account-mail.ts'
import { APPROVAL_MAIL } from '../features/approvals/notices.ts'
import { BILLING_MAIL } from '../features/billing/mails/payer-mails.ts'
import { deferOpenRequests } from '../features/approvals/queries.ts'
import { holdDueCampaigns } from '../features/campaigns/clock/due.ts'
import { SUMMARY_MAIL } from '../features/dashboards/summaries/mail.ts'
import { skipDueSummaries } from '../features/dashboards/summaries/summaries.ts'
import { INVITATION_MAIL } from '../features/members/invitation-mail.ts'
import { ASK } from '../features/sign-up-forms/mail.ts'
import { USAGE_MAIL } from '../features/usage/usage-mail.ts'
import { WELCOME } from '../features/web-push/visitors/welcome.ts'
import { TURNED_OFF_MAIL } from '../features/webhooks/turned-off-mail.ts'
import { dropJobs } from '../jobs/jobs.ts'
import type { Log } from '../lib/log.ts'

/**
 * Jobs that write to people. The person concerned can request each of these again. Support tickets are not listed: they must not be lost,
 * and their number shows a duplicate.
 */
const WRITING_JOBS = [
  ACCOUNT_MAIL,
  APPROVAL_MAIL,
  ASK,
  BILLING_MAIL,
  CONFIRMATION_MAIL,
  ACCOUNT_DELETED_MAIL,
  INVITATION_MAIL,
  SUMMARY_MAIL,
  TURNED_OFF_MAIL,
  USAGE_MAIL,
  WELCOME,
]

/** Does nothing if another process has already done it. */
export async function holdRestored({ database, log }: { database: Database; log: Log }, now: Date): Promise<void> {
  await transaction(database, async tx => {
    const restored = await lockUnheld(tx.kysely)
    if (restored === undefined) return
    const held = await holdAll(tx, restored.moment, now)
    await noteHeld(tx.kysely, held, now)
    log.warn(
      { ...held, moment: restored.moment },
      'this installation was restored: what may have been sent is held back',
    )
  })
}

async function holdAll(tx: Transaction, moment: Date, now: Date): Promise<Held> {
  const db = tx.kysely
  const say = (key: 'campaigns.restoredRun' | 'campaigns.restoredSchedule'): Sentence =>
    sentence(key, { moment: `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC` })
  return {
    ...(await holdInEngine(tx, { now, reason: say('campaigns.restoredRun') })),
    campaigns: await holdDueCampaigns(db, now, say('campaigns.restoredSchedule')),
    mails: (await dropJobs(db, WRITING_JOBS)) + (await skipDueSummaries(db, now)),
    requests: await deferOpenRequests(db, now),
  }
}
