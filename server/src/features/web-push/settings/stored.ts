/** A stored site: in the row of its channel's configuration, with its two keys sealed. */
import { Site, type SiteBody } from '@notifly/contracts/web-push/web-push'
import * as z from 'zod/mini'
import { type ConfigurationRow, openConfiguration, sealSecrets } from '../../../channels/registry.ts'
import type { SafariSettings } from '../../../channels/webpush/safari-settings.ts'
import { newVapidKeys } from '../../../channels/webpush/vapid.ts'
import { randomToken, type Secrets } from '../../../lib/secrets.ts'

const { failure: _, campaigns: _c, subscribers: _s, updated_on: _u, approval_uuid: _a, ...plain } = Site.shape
const { application_server_key: _k, ...typed } = plain

/** Its settings for Safari 7 to 15, which features/web-push/safari writes. */
const SafariPart: z.ZodMiniType<SafariSettings> = z.object({
  application_id: z.string(),
  webpush_id: z.string(),
  website_name: z.string(),
  p12CertificateName: z.string(),
  chain: z.array(z.string()),
  icon: z.string(),
  iconset: z.string(),
  icon_sizes: z.array(z.number()),
  saved_on: z.number(),
})

/** What is stored unsealed, with the names that the channel reads. */
const StoredSite = z.object({
  ...typed,
  vapid_public_key: z.string(),
  vapid_private_key: z.string(),
  identity_key: z.string(),
  safari: z.optional(SafariPart),
  safari_key: z.optional(z.string()),
})
export type StoredSite = z.infer<typeof StoredSite>

/** What a person set, without what is stored elsewhere. */
export type SiteSettings = z.infer<z.ZodMiniObject<typeof typed>>

/** What a change of the settings keeps. Both secrets are generated here: users neither type nor choose them. */
export type SiteKeys = Pick<
  StoredSite,
  'vapid_public_key' | 'vapid_private_key' | 'identity_key' | 'safari' | 'safari_key'
>

export function newSiteKeys(): SiteKeys {
  const { publicKey, privateKey } = newVapidKeys()
  return { vapid_public_key: publicKey, vapid_private_key: privateKey, identity_key: randomToken() }
}

/** `icon_url` and `uploadIcon` are two names for one thing. */
export function settingsOf({ webPushPromptPreferences: _p, reopens: _r, ...body }: SiteBody): SiteSettings {
  const icon = body.icon_url === '' ? body.uploadIcon : body.icon_url
  return { ...body, icon_url: icon, uploadIcon: icon, https_url: body.site_url.startsWith('https:') ? 1 : 0 }
}

/** Throws if the row was sealed elsewhere. */
export function openSite(row: ConfigurationRow, secrets: Secrets): StoredSite {
  return StoredSite.parse(openConfiguration(row, secrets))
}

/** Returns the columns of the row. */
export function columnsOf(configurationId: string, settings: SiteSettings, keys: SiteKeys, secrets: Secrets) {
  const { vapid_public_key, vapid_private_key, identity_key, safari, safari_key } = keys
  const hidden = { vapid_private_key, identity_key, ...(safari_key !== undefined && { safari_key }) }
  return {
    provider: 'webpush',
    settings: { ...settings, vapid_public_key, ...(safari !== undefined && { safari }) },
    secrets: sealSecrets(configurationId, hidden, secrets),
  }
}
