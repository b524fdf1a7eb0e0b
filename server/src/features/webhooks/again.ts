/** Sends events again, and test events to endpoints. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { english } from '@notifly/contracts/sentences/english'
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import { limitedWrite } from '../../db/fair-places.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { createAddressCheck } from '../../lib/network/net-guard.ts'
import type { OutboundChecks } from '../../lib/network/outbound-checks.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type RescheduledAttempts, rescheduleAttempts, selectAttempt } from './attempt-queries.ts'
import { exampleOf } from './dispatch/examples.ts'
import { type Exchange, sendSigned } from './dispatch/send.ts'
import type { LockedWebhook, WebhookKey } from './queries.ts'
import { openWebhookSecret } from './secrets.ts'
import { lock, recordAct } from './webhooks.ts'

type AgainDeps = Pick<Deps, 'config' | 'database' | 'secrets' | 'clock'>

interface SentAgain {
  count: number
  /** Where to go on; null: these were all. */
  more_since: number | null
}

interface Replay {
  attempt_uuid?: string | undefined
  since?: number | undefined
}

/** Sends the event of one attempt, or all that were given up since a time. Throws notFound, conflict while the endpoint is off. */
export async function replay(
  deps: AgainDeps,
  caller: ApplicationCaller,
  webhookId: string,
  { attempt_uuid: attemptId, since }: Replay,
): Promise<SentAgain> {
  if ((attemptId === undefined) === (since === undefined))
    throw new AppError('invalidInput', sentence('webhooks.which'))
  const key = { applicationId: caller.applicationId, webhookId }
  const now = deps.clock.now()
  return sendAgain(deps, caller, key, 'webhook.replay', async tx => {
    if (attemptId === undefined)
      return rescheduleAttempts(tx, key, { since: keptSince(deps, since ?? 0), onlyGivenUp: true, now })
    const attempt = orNotFound(await selectAttempt(tx, key, attemptId.toLowerCase()))
    return rescheduleAttempts(tx, key, { messageId: attempt.messageId, onlyGivenUp: false, now })
  })
}

/** Sends everything since a time, including what arrived. Throws notFound, conflict while the endpoint is off. */
export function recover(
  deps: AgainDeps,
  caller: ApplicationCaller,
  webhookId: string,
  since: number,
): Promise<SentAgain> {
  const key = { applicationId: caller.applicationId, webhookId }
  const now = deps.clock.now()
  return sendAgain(deps, caller, key, 'webhook.recover', tx =>
    rescheduleAttempts(tx, key, { since: keptSince(deps, since), onlyGivenUp: false, now }),
  )
}

function sendAgain(
  { database, clock }: AgainDeps,
  caller: ApplicationCaller,
  key: WebhookKey,
  action: 'webhook.replay' | 'webhook.recover',
  write: (tx: Parameters<typeof lock>[0]) => Promise<RescheduledAttempts>,
): Promise<SentAgain> {
  return limitedWrite(database.kysely, key.applicationId, async tx => {
    const { name, status } = await lock(tx, key)
    if (status !== 'active') throw new AppError('conflict', sentence('webhooks.off'))
    const { count, moreSince } = await write(tx)
    await recordAct(tx, caller, { ...key, name }, action, clock.now(), { after: { items: count } })
    return { count, more_since: moreSince && epochSeconds(moreSince) }
  })
}

const DAY_MS = 86_400_000

/** Throws for a time of which nothing is stored any more, or in the future. */
function keptSince({ config, clock }: AgainDeps, since: number): Date {
  const nowMs = clock.now().getTime()
  const atMs = Math.min(since * 1000, nowMs)
  const days = config.logs.days
  if (nowMs - atMs <= (days + 1) * DAY_MS) return new Date(atMs)
  throw new AppError('invalidInput', {
    ...sentence('webhooks.kept', { days }),
    errors: [{ field: 'since', ...sentence('webhooks.kept', { days }) }],
  })
}

/** Sends an example now. Throws notFound; the result is the endpoint's response, or that there is none. */
export async function testWebhook(
  deps: AgainDeps,
  checks: OutboundChecks,
  caller: ApplicationCaller,
  { webhookId, event: eventId }: { webhookId: string; event: number },
) {
  const key = { applicationId: caller.applicationId, webhookId }
  const now = deps.clock.now()
  const event = webhookEvent(eventId)
  const endpoint = await deps.database.kysely.transaction().execute(async tx => {
    const found = await lock(tx, key)
    await recordAct(tx, caller, { ...key, name: found.name }, 'webhook.test', now)
    return found
  })
  if (event === undefined) throw new AppError('notFound')
  const body = JSON.stringify(exampleOf(event, now))
  const exchange = await checks.run(key.applicationId, () => sendExample(deps, key, endpoint, body))
  return { ...presentExchange(exchange), request: body }
}

function sendExample(
  { config, secrets, clock }: AgainDeps,
  key: WebhookKey,
  { url, secret, old_secret: oldSecret, old_secret_until: until }: LockedWebhook,
  body: string,
): Promise<Exchange> {
  const now = clock.now()
  const isAllowed = createAddressCheck({ allowPrivate: config.allowPrivateTargets })
  const message = { id: uuidv7(), timestamp: epochSeconds(now), body }
  const sealed = oldSecret !== null && until !== null && until > now ? [secret, oldSecret] : [secret]
  const keys = sealed.map(each => openWebhookSecret(secrets, key, each))
  return sendSigned({ url, keys }, message, { isAllowed })
}

function presentExchange({ ok, status, durationMs, answer, failure }: Exchange) {
  return { ok, status, duration_ms: durationMs, answer: failure === null ? answer : english(failure) }
}
