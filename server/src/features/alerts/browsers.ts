/** The browsers in which a person gets alerts, and the kinds of alerts. */
import { ALERT_BROWSERS_MAX, ALERT_KINDS, type AlertKind, type Alerts } from '@notifly/contracts/alerts/alerts'
import { sentence } from '@notifly/contracts/sentences/sentence'
import { createHash } from 'node:crypto'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { epochSeconds } from '../../lib/clock.ts'
import { uuidv7 } from '../../lib/uuid.ts'
import { assertBrowser } from '../../people/devices/devices.ts'
import { deviceWords } from '../accounts/accounts.ts'
import { keysOf } from './keys.ts'
import {
  countOtherBrowsers,
  deleteBrowser,
  deleteSessionBrowser,
  lockBrowsers,
  selectMuted,
  selectOwnBrowsers,
  upsertBrowser,
  upsertMuted,
} from './queries.ts'

/** Returns the caller's alert settings for the settings page. */
export async function readOwnAlerts(deps: Deps, { accountId, sessionId }: Caller): Promise<Alerts> {
  const db = deps.database.kysely
  const [{ publicKey }, muted, rows] = await Promise.all([
    keysOf(deps),
    selectMuted(db, accountId),
    selectOwnBrowsers(db, accountId, deps.clock.now()),
  ])
  const wants = (kind: AlertKind): boolean => !muted.includes(kind)
  return {
    application_server_key: publicKey,
    kinds: { requests: wants('requests'), decisions: wants('decisions'), campaigns: wants('campaigns') },
    browsers: rows.map(row => ({
      uuid: row.browser_id,
      ...deviceWords(row.user_agent),
      created_on: epochSeconds(row.created_at),
      is_current: row.session_id === sessionId,
    })),
  }
}

export async function chooseKinds(
  { database }: Deps,
  { accountId }: Caller,
  kinds: Readonly<Record<AlertKind, boolean>>,
): Promise<void> {
  await upsertMuted(
    database.kysely,
    accountId,
    ALERT_KINDS.filter(kind => !kinds[kind]),
  )
}

interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Sends alerts to the browser of the caller's session from now on, in place of the session's earlier subscription. Throws invalidInput for
 * an endpoint of no known push service, and conflict if there are ten other browsers, or for the endpoint of a browser with other keys.
 */
export async function addBrowser(deps: Deps, caller: Caller, subscription: Subscription): Promise<{ uuid: string }> {
  const { accountId, sessionId } = caller
  const { endpoint, p256dh, auth } = subscription
  assertBrowser(deps.config, endpoint, { p256dh, auth })
  const fingerprint = createHash('sha256').update(endpoint).digest()
  const now = deps.clock.now()
  return deps.database.kysely.transaction().execute(async tx => {
    await lockBrowsers(tx, accountId)
    if ((await countOtherBrowsers(tx, { accountId, sessionId, fingerprint }, now)) >= ALERT_BROWSERS_MAX) {
      throw new AppError('conflict', sentence('alerts.mostBrowsers', { most: ALERT_BROWSERS_MAX }))
    }
    await deleteSessionBrowser(tx, sessionId, fingerprint)
    const row = { browserId: uuidv7(now), accountId, sessionId, fingerprint, ...subscription }
    const uuid = await upsertBrowser(tx, row, now)
    if (uuid === undefined) throw new AppError('conflict')
    return { uuid }
  })
}

/** Throws notFound for a browser that is not the caller's. */
export async function removeBrowser({ database }: Deps, { accountId }: Caller, uuid: string): Promise<void> {
  if (!(await deleteBrowser(database.kysely, accountId, uuid.toLowerCase()))) throw new AppError('notFound')
}
