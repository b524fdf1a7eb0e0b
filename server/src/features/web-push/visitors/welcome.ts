/** Greets a browser that has just subscribed, where the site has something to say. */
import { payloadOf } from '../../../channels/webpush/payload.ts'
import { webPushProvider } from '../../../channels/webpush/providers/webpush.ts'
import type { WebPushMessage } from '../../../channels/webpush/message.ts'
import { type AnyWebPushMessage, type SafariMessage, safariPayload } from '../../../channels/webpush/safari.ts'
import { directTarget } from '../../../channels/webpush/safari-settings.ts'
import type { Outcome } from '../../../channels/provider.ts'
import type { Deps } from '../../../http/deps.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import { providerEnvironment } from '../../channel-settings/channel-settings.ts'
import { deviceNamed, retire } from '../../../people/devices/devices.ts'
import { siteOf } from '../settings/sites.ts'
import type { StoredSite } from '../settings/stored.ts'

export const WELCOME = 'sdk.welcome'

export function sdkJobs(deps: Deps): JobHandlers {
  return { [WELCOME]: payload => welcome(deps, payload as { applicationId: string; deviceId: string }) }
}

/** Rejects, so that the job comes again, when the push service asks for patience. */
async function welcome(
  deps: Deps,
  { applicationId, deviceId }: { applicationId: string; deviceId: string },
): Promise<void> {
  const [site, device] = await Promise.all([
    siteOf(deps, applicationId),
    deviceNamed(deps.database.kysely, applicationId, deviceId),
  ])
  if (site === null || device === null || site.wn_name === '') return
  const message =
    device.platform === 'safari' ? safariMessage(site, deviceId, device) : browserMessage(site, deviceId, device)
  if (message === null) return
  const outcome = await sendOne(deps, site, message)
  if (outcome.kind === 'bounced' && outcome.suppress) {
    const { endpoint } = device
    await retire(deps.database.kysely, { applicationId, channel: 'webpush' }, endpoint, 'gone', deps.clock.now())
  }
  if (outcome.kind === 'deferred') throw new Error(`the welcome was put off: ${outcome.answer}`)
}

type Known = NonNullable<Awaited<ReturnType<typeof deviceNamed>>>

function browserMessage(site: StoredSite, recipient: string, { endpoint, keys }: Known): WebPushMessage | null {
  return keys === null ? null : { recipient, endpoint, keys, payload: welcomeOf(site), topic: 'welcome' }
}

function safariMessage(site: StoredSite, recipient: string, { endpoint, seenAt }: Known): SafariMessage | null {
  if (site.safari === undefined) return null
  const target = directTarget(site.safari.application_id, site.vapid_private_key, linkOf(site))
  const payload = safariPayload({ title: site.wn_name, body: site.wn_message, action: '', target })
  return { recipient, deviceToken: endpoint, payload, collapseId: 'welcome', seenAt }
}

const linkOf = ({ wn_on_click, wn_link, site_url }: StoredSite): string => (wn_on_click === 1 ? wn_link : site_url)

function welcomeOf(site: StoredSite): Buffer {
  return payloadOf({
    title: site.wn_name,
    body: site.wn_message,
    icon: site.icon_url,
    image: site.uploadBanner,
    navigate: linkOf(site),
    actions: [],
    tag: 'welcome',
    token: '',
  })
}

async function sendOne(deps: Deps, site: StoredSite, message: AnyWebPushMessage): Promise<Outcome> {
  const sender = webPushProvider.openSender(site, providerEnvironment(deps.config), 1)
  let outcome: Outcome = { kind: 'withheld' }
  try {
    await sender.handOver([message], {
      turn(settled) {
        outcome = settled[0]?.outcome ?? outcome
        return true
      },
      commit: () => undefined,
      mayStillSend: () => true,
    })
    return outcome
  } finally {
    await sender.close()
  }
}
