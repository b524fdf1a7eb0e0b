/** Front door of webhooks: customers' endpoints, to which events are sent. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { webhookEvent } from '@notifly/contracts/webhooks/events'
import {
  type Webhook,
  WEBHOOK_HEALTH_DAYS,
  WEBHOOK_ROTATION_HOURS,
  WEBHOOKS_MAX,
  type WebhookStatus,
} from '@notifly/contracts/webhooks/webhooks'
import type { Channel } from '@notifly/contracts/applications/applications'
import type { AuditAction } from '@notifly/contracts/audit/audit'
import { selectTimezone } from '../../db/application-timezone.ts'
import { isTaken } from '../../db/failures.ts'
import { limitedWrite } from '../../db/fair-places.ts'
import { dailyTables, ensureLeaves } from '../../db/partitions.ts'
import type { Db } from '../../db/schema/tables.ts'
import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { clearWantedCache } from '../../jobs/webhook-outbox.ts'
import { AppError, invalidField, orNotFound } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { daysGiven } from '../../lib/time/day-range.ts'
import { assertAllowedHost, createAddressCheck } from '../../lib/network/net-guard.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { type AuditEntry, byCaller, recordAudit } from '../audit/audit.ts'
import { selectHealth } from './health-queries.ts'
import * as queries from './queries.ts'
import type { WebhookFields, WebhookKey } from './queries.ts'
import { newWebhookSecret, sealWebhookSecret } from './secrets.ts'

export { eraseInAttempts } from './attempt-queries.ts'

type WebhookDeps = Pick<Deps, 'config' | 'database' | 'secrets' | 'clock'>

interface WebhookBody {
  name: string
  webhook_url: string
  description: string
  platforms: Channel[]
  events: number[]
  batch: number
}

/** Returns the secret, which is shown nowhere else. Throws at an invalid field, quotaReached beyond WEBHOOKS_MAX. */
export async function createWebhook(
  deps: WebhookDeps,
  caller: ApplicationCaller,
  body: WebhookBody,
): Promise<{ uuid: string; secret: string }> {
  const fields = fieldsOf(deps, body)
  const key = { applicationId: caller.applicationId, webhookId: uuidv7() }
  const secret = newWebhookSecret()
  const now = deps.clock.now()
  // Housekeeping makes days ahead; this is for a database that no scheduler has looked after yet.
  await ensureLeaves(deps.database, now, { tables: dailyTables })
  await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    if ((await queries.lockCount(tx, key.applicationId)) >= WEBHOOKS_MAX)
      throw new AppError('quotaReached', sentence('webhooks.limit', { limit: WEBHOOKS_MAX }))
    const row = { ...key, ...fields, secret: sealWebhookSecret(deps.secrets, key, secret), createdBy: caller.accountId }
    if (!(await queries.insertWebhook(tx, row, now))) throw nameTaken()
    await recordAct(tx, caller, { ...key, name: fields.name }, 'webhook.create', now, { after: shown(fields) })
  })
  clearWantedCache(key.applicationId)
  return { uuid: key.webhookId, secret }
}

/** Turning it on resets its failures. Throws notFound, and at an invalid field. */
export async function updateWebhook(
  deps: WebhookDeps,
  caller: ApplicationCaller,
  webhookId: string,
  body: WebhookBody & { status?: 'active' | 'paused' | undefined },
): Promise<Webhook> {
  const fields = fieldsOf(deps, body)
  const key = { applicationId: caller.applicationId, webhookId }
  const now = deps.clock.now()
  const changed = await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    const before = await lock(tx, key)
    const { secret: _, ...was } = before
    const status = body.status ?? (was.status as WebhookStatus)
    const isTurnedOn = status === 'active' && was.status !== 'active'
    try {
      await queries.updateWebhookRow(tx, key, { ...fields, status, isTurnedOn, updatedBy: caller.accountId }, now)
    } catch (error) {
      throw isTaken(error) ? nameTaken() : error
    }
    const values = { before: { ...shown(was), status: was.status }, after: { ...shown(fields), status } }
    await recordAct(tx, caller, { ...key, name: fields.name }, 'webhook.update', now, values)
    return readWebhook(tx, key, now)
  })
  clearWantedCache(key.applicationId)
  return changed
}

/** Throws notFound. */
export async function deleteWebhook(deps: WebhookDeps, caller: ApplicationCaller, webhookId: string): Promise<void> {
  const key = { applicationId: caller.applicationId, webhookId }
  await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    const { name } = await lock(tx, key)
    await queries.deleteWebhookRow(tx, key)
    await recordAct(tx, caller, { ...key, name }, 'webhook.delete', deps.clock.now())
  })
  clearWantedCache(key.applicationId)
}

/** The present secret signs in addition to the new one for a day; an earlier one ends at once. Throws notFound. */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  caller: ApplicationCaller,
  webhookId: string,
): Promise<{ uuid: string; secret: string; old_secret_until: number }> {
  const key = { applicationId: caller.applicationId, webhookId }
  const now = deps.clock.now()
  const until = new Date(now.getTime() + WEBHOOK_ROTATION_HOURS * 3_600_000)
  const secret = newWebhookSecret()
  await limitedWrite(deps.database.kysely, key.applicationId, async tx => {
    const { name } = await lock(tx, key)
    await queries.replaceWebhookSecret(tx, key, sealWebhookSecret(deps.secrets, key, secret), until)
    await recordAct(tx, caller, { ...key, name }, 'webhook.rotate', now)
  })
  return { uuid: webhookId, secret, old_secret_until: epochSeconds(until) }
}

/** Throws notFound. */
export async function readWebhook(db: Db, key: WebhookKey, now: Date): Promise<Webhook> {
  const [webhook] = (await listWebhooks(db, { ...key, page: 1, perPage: 1 }, now)).rows
  return orNotFound(webhook)
}

/** One page, newest first, each with its recent health. */
export async function listWebhooks(
  db: Db,
  filter: queries.WebhookFilter,
  now: Date,
): Promise<{ rows: Webhook[]; total: number }> {
  const { applicationId } = filter
  const { rows, total } = await queries.selectWebhooks(db, filter)
  const zone = await selectTimezone(db, applicationId)
  const days = lastDays(zone, now)
  const webhookIds = rows.map(row => row.webhook_id)
  const { since = now } = daysGiven({ from: days[0] }, zone)
  const counted = await selectHealth(db, { applicationId, webhookIds, since, zone })
  const healthOf = (webhookId: string): Webhook['health'] =>
    days.map(day => {
      const { ok = 0, failed = 0 } = counted.find(row => row.webhookId === webhookId && row.day === day) ?? {}
      return { day, ok, failed }
    })
  return { rows: rows.map(row => presentWebhook(row, healthOf(row.webhook_id), now)), total }
}

/** Of the application's time zone, oldest first. */
function lastDays(zone: string, now: Date): string[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const back = Array.from({ length: WEBHOOK_HEALTH_DAYS }, (_, days) => today.subtract({ days }).toString())
  return back.reverse()
}

function presentWebhook(row: queries.WebhookRow, health: Webhook['health'], now: Date): Webhook {
  const seconds = (at: Date | null): number | null => (at === null ? null : epochSeconds(at))
  const ifAhead = (at: Date | null): number | null => (at !== null && at > now ? epochSeconds(at) : null)
  return {
    uuid: row.webhook_id,
    id: row.webhook_id,
    name: row.name,
    status: row.status as WebhookStatus,
    platforms: row.platforms as Channel[],
    webhook_url: row.url,
    events: row.events,
    description: row.description,
    batch: row.batch,
    old_secret_until: ifAhead(row.old_secret_until),
    failures: row.failures,
    failing_since: seconds(row.failing_since),
    rests_until: ifAhead(row.rests_until),
    last_success_on: seconds(row.last_success_at),
    off_since: seconds(row.off_since),
    health,
    created_on: epochSeconds(row.created_at),
    updated_on: epochSeconds(row.updated_at),
    created_by: row.created_by,
  }
}

/** Throws notFound. */
export async function lock(tx: Db, key: WebhookKey): Promise<queries.LockedWebhook> {
  return orNotFound(await queries.lockWebhook(tx, key))
}

/** Records a change of an endpoint in the audit trail. */
export function recordAct(
  tx: Db,
  caller: ApplicationCaller,
  { webhookId, name }: WebhookKey & { name: string },
  action: AuditAction,
  now: Date,
  values: Pick<AuditEntry, 'before' | 'after'> = {},
): Promise<void> {
  const object = { type: 'webhook', id: webhookId, name }
  return recordAudit(tx, { ...byCaller(caller), action, object, ...values }, now)
}

/** Platforms and events in a fixed order, without duplicates. Throws at those that are not allowed here. */
function fieldsOf({ config }: Pick<Deps, 'config'>, body: WebhookBody): WebhookFields {
  const { name, webhook_url: address, description, batch } = body
  const url = new URL(address)
  if (url.protocol === 'http:' && !config.allowPrivateTargets)
    throw invalidField('webhook_url', sentence('webhooks.https'))
  try {
    assertAllowedHost(url.hostname, createAddressCheck({ allowPrivate: config.allowPrivateTargets }))
  } catch {
    throw invalidField('webhook_url', sentence('webhooks.notAllowed'))
  }
  const platforms = [...new Set(body.platforms)].sort()
  const events = [...new Set(body.events)].sort((a, b) => a - b)
  for (const channel of events.map(id => webhookEvent(id)?.channel ?? null))
    if (channel !== null && !platforms.includes(channel))
      throw invalidField('platforms', sentence('webhooks.platform', { channel: sentence(`channelNames.${channel}`) }))
  return { name, url: address, description, platforms, events, batch }
}

/** Events by name, as the audit trail shows them. */
function shown({ url, events, platforms, name, description, batch }: WebhookFields) {
  const names = events.map(id => webhookEvent(id)).map(event => `${event?.group ?? ''}: ${event?.name ?? ''}`)
  return { name, webhook_url: url, description, platforms, events: names, batch }
}

function nameTaken(): AppError {
  return invalidField('name', sentence('webhooks.nameTaken'))
}
