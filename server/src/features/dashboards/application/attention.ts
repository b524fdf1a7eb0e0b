/** What needs attention in an application: everything that waits for a person, as far as the caller may see it. */
import { canBounce, CHANNELS } from '@notifly/contracts/applications/applications'
import { UNPROVEN } from '@notifly/contracts/channel-settings/authentication'
import { AUTHENTICATION_PARTS } from '@notifly/contracts/channel-settings/authentication-parts'
import { CAMPAIGN_ACTIVITY } from '@notifly/contracts/campaigns/calls'
import { type Attention, BOUNCE_LIMIT, WATCHED_SENT_MIN } from '@notifly/contracts/dashboards/attention'
import { COMPLAINT_LIMITS, percentOf } from '@notifly/contracts/dashboards/figures'
import { ACTIVITY, LEVEL } from '@notifly/contracts/roles/activities'
import { inWords } from '@notifly/contracts/sentences/english'
import { setTimeout as delay } from 'node:timers/promises'
import { listRead } from '../../../db/fair-places.ts'
import { type ApplicationCaller, hasLevel } from '../../../http/caller.ts'
import type { Deps } from '../../../http/deps.ts'
import { AppError } from '../../../lib/app-error.ts'
import { epochSeconds } from '../../../lib/clock.ts'
import { readWords } from '../../../lib/stored-words.ts'
import { waitingFor } from '../../approvals/approvals.ts'
import { authenticationOf, storedSettings } from '../../channel-settings/channel-settings.ts'
import { certificateEnd } from '../../web-push/web-push.ts'
import { type ChannelTotals, selectChannelTotals } from './engagement-queries.ts'
import { hasEmailRuns, type PausedRunRow, selectFailingChannels, selectPausedRuns } from './attention-queries.ts'

const RUNS_MAX = 5
const WATCHED_DAYS = 7
const DAY_MS = 86_400_000
const USED_DAYS = 30
/** A slow DNS holds the page up for so long; its answer is kept, and the next look has it. */
const LOOKUP_MS = 1000
const EXPIRING_MS = 30 * DAY_MS

export async function readAttentionOf(deps: Deps, caller: ApplicationCaller): Promise<Attention> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const { applicationId } = caller
  const channels = CHANNELS.filter(channel => hasLevel(caller, CAMPAIGN_ACTIVITY[channel], LEVEL.read))
  const week = [new Date(now.getTime() - WATCHED_DAYS * DAY_MS), now]
  const [requests, runs, failing, endsAt, totals, domain] = await Promise.all([
    waitingFor(db, caller),
    selectPausedRuns(db, applicationId, channels, RUNS_MAX),
    selectFailingChannels(db, applicationId),
    hasLevel(caller, ACTIVITY.platformWebpush, LEVEL.read) ? certificateEnd(deps, applicationId) : null,
    hasLevel(caller, ACTIVITY.deliveryDashboard, LEVEL.read)
      ? listRead(db, applicationId, tx => selectChannelTotals(tx, applicationId, week))
      : [],
    readUnauthenticated(deps, caller),
  ])
  return {
    requests,
    paused_runs: runs.map(presentRun),
    failing_channels: CHANNELS.filter(channel => failing.includes(channel)),
    certificate:
      endsAt === null || endsAt.getTime() > now.getTime() + EXPIRING_MS
        ? null
        : { valid_until: epochSeconds(endsAt), is_expired: endsAt <= now },
    unauthenticated_domain: domain,
    rates: totals.flatMap(ratesOver),
  }
}

/** Only of emails that are sent: a channel that waits for its first campaign is not hurried. */
async function readUnauthenticated(
  deps: Deps,
  caller: ApplicationCaller,
): Promise<Attention['unauthenticated_domain']> {
  const maySee = [ACTIVITY.platformEmail, ACTIVITY.deliveryDashboard].some(id => hasLevel(caller, id, LEVEL.read))
  const since = new Date(deps.clock.now().getTime() - USED_DAYS * DAY_MS)
  const { applicationId } = caller
  if (!maySee || !(await hasEmailRuns(deps.database.kysely, applicationId, since))) return null
  const settings = await storedSettings(deps, applicationId, 'email')
  if (settings === null) return null
  const found = await Promise.race([
    authenticationOf(deps)(applicationId, settings).catch(nullIfExpected),
    delay(LOOKUP_MS, null, { ref: false }),
  ])
  const parts = AUTHENTICATION_PARTS.filter(part => found && UNPROVEN.includes(found[part].state))
  return found === null || parts.length === 0 ? null : { domain: found.domain, parts }
}

/** Too many lookups: the next look says it. */
function nullIfExpected(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

function presentRun(run: PausedRunRow): Attention['paused_runs'][number] {
  const reason = run.state_reason === null ? null : readWords(run.state_reason)
  return {
    uuid: run.campaign_id,
    run_uuid: run.run_id,
    notification_type: run.channel,
    name: run.name,
    status_reason: reason === null ? null : inWords(reason).message,
    status_reason_sentence: typeof reason === 'string' ? null : reason,
  }
}

function ratesOver({ channel, sent, bounced, complained }: ChannelTotals): Attention['rates'] {
  if (sent < WATCHED_SENT_MIN) return []
  const watched = [
    { kind: 'bounces' as const, rate: canBounce(channel) ? percentOf(bounced, sent) : 0, limit: BOUNCE_LIMIT },
    { kind: 'complaints' as const, rate: percentOf(complained, sent), limit: COMPLAINT_LIMITS.bad },
  ]
  return watched.flatMap(({ kind, rate, limit }) =>
    rate === null || rate < limit ? [] : [{ kind, channel, sent, rate, limit }],
  )
}
