import * as calls from '@notifly/contracts/web-push/safari'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../http/deps.ts'
import { route, type Http } from '../../../http/route.ts'
import { uuidv7 } from '../../../lib/uuid.ts'
import { commandRoute } from '../../approvals/approvals.ts'
import { storeAsset } from '../../assets/assets.ts'
import { createSafariSettings, deleteSafariSettings, updateSafariSettings } from './commands.ts'
import { readSafariForm } from './form.ts'
import { packIcons } from './icons.ts'
import { insertIconset } from '../queries.ts'
import { readSafari, type SafariChange } from './safari.ts'

/** The settings, as members of the application see and change them. */
export function safariSettingsRoutes(http: Http, deps: Deps): void {
  const { kysely } = deps.database
  route(http, calls.readSafari, ({ caller }) => readSafari(deps, kysely, caller.applicationId))
  commandRoute(http, deps, calls.createSafari, createSafariSettings, ({ caller, request }) =>
    changeIn(deps, caller.applicationId, request),
  )
  commandRoute(http, deps, calls.updateSafari, updateSafariSettings, ({ caller, request }) =>
    changeIn(deps, caller.applicationId, request),
  )
  commandRoute(http, deps, calls.deleteSafari, deleteSafariSettings, () => ({}))
}

/** The form with its pictures stored: a request for approval refers to them rather than containing them. */
async function changeIn(deps: Deps, applicationId: string, request: FastifyRequest): Promise<SafariChange> {
  const { webpush_id, website_name, password, certificate, intermediate, icons, kept } = await readSafariForm(request)
  const pictures = icons.size > 0 ? await storePictures(deps, applicationId, icons) : kept
  return {
    webpush_id,
    website_name,
    ...(password !== '' && { password }),
    ...(certificate !== null && {
      certificate: certificate.content.toString('base64'),
      p12CertificateName: certificate.name,
    }),
    ...(intermediate !== null && { intermediate: intermediate.toString('base64') }),
    ...pictures,
  }
}

async function storePictures(deps: Deps, applicationId: string, icons: ReadonlyMap<number, Buffer>) {
  const now = deps.clock.now()
  const iconset = uuidv7(now)
  await insertIconset(deps.database.kysely, { applicationId, fileId: iconset }, packIcons(icons), now)
  const largest = { name: 'safari-icon.png', extension: 'png', content: icons.get(256) ?? Buffer.alloc(0) }
  return { icon: await storeAsset(deps, applicationId, largest), iconset }
}
