/**
 * Sends one alert to all browsers of its people. Each has its own outcome: a browser that is gone is deleted; if a push service asks to
 * wait, a later job tries again, a few times.
 */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { AlertKind } from '@notifly/contracts/alerts/alerts'
import type { WebPushMessage } from '../../channels/webpush/message.ts'
import { webPushProvider } from '../../channels/webpush/providers/webpush.ts'
import type { Outcome } from '../../channels/provider.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { AppError } from '../../lib/app-error.ts'
import type { RateLimit } from '../../lib/rate-limit.ts'
import { providerEnvironment } from '../channel-settings/channel-settings.ts'
import { type Again, alertQueue } from './alert-job.ts'
import { keysOf } from './keys.ts'
import { alertPayload } from './payload.ts'
import { deleteGone, type SubscribedBrowser, selectBrowsers } from './queries.ts'

export interface AlertJob {
  name: string
  payload: Record<string, unknown>
  again: Again | undefined
}

export interface Alert {
  applicationId: string
  kind: AlertKind
  /** The id of what it is about: of its alerts each takes the place of the one before. */
  subjectId: string
  /** Who gets it. Other people's browsers get nothing. */
  people: readonly { accountId: string; locale: Locale }[]
  /** `path`: of the page that a click opens, without locale. */
  write: (locale: Locale) => { title: string; body: string; path: string }
  isQuiet: boolean
  /** Only for browsers that were there at this moment. */
  until?: Date
}

const WAITS_MS = [60_000, 300_000, 900_000, 3_600_000]
const LONGEST_WAIT_MS = 6 * 3_600_000
const CONNECTIONS = 16

/** `limit` counts per person. */
export async function sendAlert(deps: Deps, limit: RateLimit, alert: Alert, job: AlertJob): Promise<void> {
  const browsers = await browsersFor(deps, limit, alert, job)
  if (browsers.length === 0) return
  const outcomes = await handOver(deps, messagesFor(deps, alert, browsers))
  const gone: string[] = []
  const putOff: string[] = []
  let waitMs = 0
  for (const { browserId } of browsers) {
    const outcome = outcomes.get(browserId) ?? { kind: 'withheld' }
    // Also what was refused before it left: a subscription that cannot be used.
    if (outcome.kind === 'bounced') gone.push(browserId)
    if (isPutOff(outcome)) putOff.push(browserId)
    if (outcome.kind === 'rejected')
      deps.log.warn({ reason: outcome.reason, browserId }, 'a push service refuses an alert')
    if (outcome.kind === 'deferred') waitMs = Math.max(waitMs, outcome.retryAfterMs ?? 0)
  }
  await deleteGone(deps.database.kysely, gone)
  const times = job.again?.times ?? 0
  const leastMs = WAITS_MS[times]
  if (putOff.length === 0 || leastMs === undefined) return
  const runAt = new Date(deps.clock.now().getTime() + Math.min(Math.max(waitMs, leastMs), LONGEST_WAIT_MS))
  const again = { browsers: putOff, times: times + 1 }
  await enqueue(
    deps.database.kysely,
    job.name,
    { ...job.payload, again },
    { runAt, queue: alertQueue(alert.applicationId) },
  )
}

function isPutOff(outcome: Outcome): boolean {
  return (
    outcome.kind === 'deferred' || outcome.kind === 'withheld' || (outcome.kind === 'rejected' && outcome.temporary)
  )
}

async function browsersFor(
  { database, clock }: Deps,
  limit: RateLimit,
  { people, kind, until }: Alert,
  { again }: AlertJob,
): Promise<SubscribedBrowser[]> {
  if (people.length === 0) return []
  const ids = people.map(({ accountId }) => accountId)
  const found = await selectBrowsers(database.kysely, ids, kind, clock.now())
  const known = until === undefined ? found : found.filter(({ createdAt }) => createdAt <= until)
  if (again !== undefined) return known.filter(({ browserId }) => again.browsers.includes(browserId))
  const reached = new Set<string>()
  for (const accountId of new Set(known.map(browser => browser.accountId))) {
    if (await hasRoom(limit, accountId)) reached.add(accountId)
  }
  return known.filter(({ accountId }) => reached.has(accountId))
}

async function hasRoom(limit: RateLimit, accountId: string): Promise<boolean> {
  try {
    await limit.take(accountId)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

function messagesFor(
  deps: Pick<Deps, 'config'>,
  alert: Alert,
  browsers: readonly SubscribedBrowser[],
): WebPushMessage[] {
  const { publicUrl } = deps.config
  // RFC 8030 section 5.4: 32 characters of base64url at most.
  const topic = alert.subjectId.replaceAll('-', '')
  const locales = new Map(alert.people.map(({ accountId, locale }) => [accountId, locale]))
  const icon = `${publicUrl}/icons/icon-192.png`
  const payloads = new Map<Locale, Buffer>()
  const payloadIn = (locale: Locale): Buffer => {
    const { title, body, path } = alert.write(locale)
    const navigate = `${publicUrl}${locale === 'en' ? '' : `/${locale}`}${path}`
    return alertPayload({ title, body, lang: locale, navigate, icon, tag: topic, isQuiet: alert.isQuiet })
  }
  return browsers.map(({ browserId, accountId, endpoint, p256dh, auth }) => {
    const locale = locales.get(accountId) ?? 'en'
    const payload = payloads.get(locale) ?? payloadIn(locale)
    payloads.set(locale, payload)
    return { recipient: browserId, endpoint, keys: { p256dh, auth }, payload, topic }
  })
}

/** Returns how each message ended, by browser. */
async function handOver(deps: Deps, messages: readonly WebPushMessage[]): Promise<Map<string, Outcome>> {
  const { publicKey, privateKey } = await keysOf(deps)
  const { publicUrl, systemMailFrom } = deps.config
  // Of "Notifly <notifly@example.com>".
  const address = /<([^<>]+)>/.exec(systemMailFrom)?.[1] ?? systemMailFrom
  const configuration = {
    site_url: publicUrl,
    contact: `mailto:${address.trim()}`,
    icon_url: '',
    vapid_public_key: publicKey,
    vapid_private_key: privateKey,
  }
  const outcomes = new Map<string, Outcome>()
  const sender = webPushProvider.openSender(configuration, providerEnvironment(deps.config), CONNECTIONS)
  try {
    await sender.handOver(messages, {
      turn(settled) {
        for (const { message, outcome } of settled) outcomes.set(message.recipient, outcome)
        return true
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    return outcomes
  } finally {
    await sender.close()
  }
}
