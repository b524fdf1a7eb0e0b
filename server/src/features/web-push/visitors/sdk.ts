/** What visitors' browsers report: that they subscribed, unsubscribed, or whose they are. Every function is one transaction. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PromptType } from '@notifly/contracts/web-push/prompts'
import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import { isTimeZone } from '@notifly/contracts/fields'
import { sentence } from '@notifly/contracts/sentences/sentence'
import type { Deps } from '../../../http/deps.ts'
import { enqueue } from '../../../jobs/jobs.ts'
import { AppError } from '../../../lib/app-error.ts'
import { assertRoom } from '../../quotas/quotas.ts'
import { addVisitor, identifyVisitor } from '../../../people/contacts/visitors.ts'
import {
  type ChannelKey,
  assertBrowser,
  findDevice,
  isGone,
  isKnown,
  storeDevice,
  type NewDevice,
  retire,
} from '../../../people/devices/devices.ts'
import { promptsOf } from '../settings/prompts.ts'
import type { StoredSite } from '../settings/stored.ts'
import { lockEndpoint } from '../queries.ts'
import { WELCOME } from './welcome.ts'

/** The URL at which Safari 7 to 15 fetch packages and report subscriptions. */
export const safariServiceUrl = ({ publicUrl }: Pick<Deps['config'], 'publicUrl'>): string => `${publicUrl}/sdk/safari`

const keyOf = (applicationId: string): ChannelKey => ({ applicationId, channel: 'webpush' })

/** What a site's script requests first. */
export async function configOf(
  deps: Deps,
  applicationId: string,
  site: StoredSite,
  deviceId?: string,
): Promise<SdkConfig> {
  return {
    app_id: applicationId,
    site_name: site.site_name,
    icon_url: site.icon_url === '' ? null : site.icon_url,
    application_server_key: site.vapid_public_key,
    auto_re_subscribe: site.auto_re_subscribe === 1,
    worker: { path: site.worker_path, scope: site.worker_scope },
    prompt_preferences: await promptsOf(deps.database.kysely, applicationId),
    is_gone: deviceId !== undefined && (await isGone(deps.database.kysely, applicationId, deviceId)),
    ...(site.platform === 1 &&
      site.safari !== undefined && {
        legacy_safari: { website_push_id: site.safari.webpush_id, web_service_url: safariServiceUrl(deps.config) },
      }),
  }
}

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
  previous?: string | undefined
  language?: string | undefined
  timezone?: string | undefined
  prompt?: PromptType | undefined
  userAgent: string
  admit: Arrival['admit']
}

/**
 * Stores a subscription. A known browser keeps its contact, even with a new endpoint; a new one gets a contact without a name, and a
 * welcome. Throws invalidInput for an endpoint of no known push service and for invalid keys; gone for an endpoint that its push service
 * has ended, which no report restores (RFC 8030, section 7.3).
 */
export async function subscribe(
  deps: Deps,
  applicationId: string,
  subscription: Subscription,
): Promise<{ device_id: string; is_new: boolean }> {
  const { endpoint, p256dh, auth, previous, language, timezone, prompt, userAgent, admit } = subscription
  assertBrowser(deps.config, endpoint, { p256dh, auth })
  const about = { user_agent: userAgent.slice(0, 300), ...(language !== undefined && { language }) }
  const device = { platform: 'web', endpoint, keys: { p256dh, auth }, about } as const
  return storeBrowser(deps, applicationId, device, { previous, language, timezone, prompt, admit })
}

/** What else a browser reports when it subscribes. */
export type Arrival = Pick<Subscription, 'previous' | 'language' | 'timezone' | 'prompt'> & {
  /** Asked before a new browser is kept. */
  admit: () => Promise<void>
}

/** Stores a browser whose endpoint was checked; see `subscribe`. */
export async function storeBrowser(
  deps: Deps,
  applicationId: string,
  device: NewDevice,
  { previous, language, timezone, prompt, admit }: Arrival,
): Promise<{ device_id: string; is_new: boolean }> {
  const { endpoint } = device
  const key = keyOf(applicationId)
  const now = deps.clock.now()
  // Outside of the transaction, which would hold one connection while the limit waits for another.
  if (!(await isKnown(deps.database.kysely, key, endpoint, previous))) await admit()
  return deps.database.kysely.transaction().execute(async tx => {
    await lockEndpoint(tx, endpoint)
    const present = await findDevice(tx, key, endpoint)
    // Apple's names for a Safari of before web push outlive a leave that was taken back and given again.
    if (present?.retiredReason === 'gone' && device.platform === 'web') {
      throw new AppError('gone', sentence('sdk.subscriptionEnded'))
    }
    const known = present ?? (previous === undefined ? null : await findDevice(tx, key, previous))
    const zone = timezone !== undefined && isTimeZone(timezone) ? timezone : undefined
    if (known === null) await assertRoom({ deps, db: tx, actor: { applicationId }, isVisitor: true }, 'contacts')
    const contactId = known?.contactId ?? (await addVisitor(tx, applicationId, { lang: language, timezone: zone }, now))
    const asked = known?.prompt ?? prompt
    const deviceId = await storeDevice(tx, key, contactId, { ...device, prompt: asked }, now)
    if (previous !== undefined && previous !== endpoint) await retire(tx, key, previous, 'replaced', now)
    if (known === null) await enqueue(tx, WELCOME, { applicationId, deviceId })
    return { device_id: deviceId, is_new: known === null }
  })
}

/** Nothing is sent to this browser any more. */
export async function unsubscribe(deps: Deps, applicationId: string, endpoint: string): Promise<void> {
  await retire(deps.database.kysely, keyOf(applicationId), endpoint, 'unsubscribed', deps.clock.now())
}

export interface ProvenVisitor {
  external_user_id: string
  /** Hexadecimal HMAC-SHA-256 of the id, by the site's server with the key that only it and we have. */
  proof: string
}

export interface Identity extends ProvenVisitor {
  endpoint: string
}

/** Throws forbidden for a proof that the site did not make. */
export function assertProof(site: StoredSite, { external_user_id: externalId, proof }: ProvenVisitor): void {
  const expected = createHmac('sha256', site.identity_key).update(externalId).digest()
  if (!timingSafeEqual(expected, Buffer.from(proof, 'hex'))) {
    throw new AppError('forbidden', sentence('sdk.wrongProof'))
  }
}

/**
 * Connects a browser to the contact with an external id. A script may claim any identity, and messages contain personal data: without the
 * site's proof nothing is connected. Throws forbidden for a wrong proof, notFound for a browser that is not subscribed.
 */
export async function identify(deps: Deps, applicationId: string, site: StoredSite, identity: Identity): Promise<void> {
  const { endpoint, external_user_id: externalId } = identity
  assertProof(site, identity)
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async tx => {
    const device = await findDevice(tx, keyOf(applicationId), endpoint)
    if (device === null || device.retiredReason !== null) throw new AppError('notFound')
    await identifyVisitor(tx, applicationId, device, externalId, now)
  })
}
