/** Sends the site's welcome, if it has one, to a browser that has just subscribed, like any other message. */
import type { FrozenWebPush } from '../../../channels/webpush/webpush.ts'
import { limitedWrite } from '../../../db/fair-places.ts'
import { addMessages } from '../../../engine/streams/streams.ts'
import { systemMessage, systemStream } from '../../../engine/streams/system-messages.ts'
import type { Deps } from '../../../http/deps.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { deviceNamed } from '../../../people/devices/devices.ts'
import { siteOf } from '../settings/sites.ts'
import type { StoredSite } from '../settings/stored.ts'

export const WELCOME = 'sdk.welcome'

export function sdkJobs(deps: Deps): JobHandlers {
  return { [WELCOME]: payload => sendWelcome(deps, payload as { applicationId: string; deviceId: string }) }
}

async function sendWelcome(
  deps: Deps,
  { applicationId, deviceId }: { applicationId: string; deviceId: string },
): Promise<void> {
  const { kysely: db } = deps.database
  const [site, device] = await Promise.all([siteOf(deps, applicationId), deviceNamed(db, applicationId, deviceId)])
  if (site === null || device === null || site.wn_name === '') return
  const { contact_id: contactId } = device
  const now = deps.clock.now()
  const data = { content: CONTENT, merge: wordsOf(site), links: [{ index: LINK, url: linkOf(site) }] }
  const message = systemMessage({ messageId: uuidv7(now), contactId, address: deviceId, data }, now)
  const stream = systemStream('webpush', 'welcome', now)
  await limitedWrite(db, applicationId, tx => addMessages(tx, applicationId, [{ stream, messages: [message] }], now))
}

const LINK = 0

/** A site's welcome is not a template: its texts are values of this one. */
const CONTENT: FrozenWebPush = {
  title: '{{ title }}',
  body: '{{ body }}',
  image: '{{ image }}',
  icon: '{{ icon }}',
  page: LINK,
  actions: [],
}

function wordsOf({ wn_name: title, wn_message: body, uploadBanner: image, icon_url: icon }: StoredSite) {
  return { title, body, image, icon }
}

const linkOf = ({ wn_on_click, wn_link, site_url }: StoredSite): string => (wn_on_click === 1 ? wn_link : site_url)
