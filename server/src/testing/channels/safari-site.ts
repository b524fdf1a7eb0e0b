/** A site that asks Safari 7 to 15, set up through the API with a certificate of an authority of our own. */
import type { SafariConfiguration } from '@notifly/contracts/web-push/safari'
import type { Reply, TestApp } from '../app.ts'
import { appleAuthority, png, type WebsiteOptions } from './apple-certificates.ts'

export const SAFARI_PATH = '/api/notification/webpush/safari/configuration'
export const SITE_PATH = '/api/notifications/webpush/configuration'
export const WEBSITE_PUSH_ID = 'web.com.example.lumen'
export const SITE = {
  site_name: 'Lumen',
  site_url: 'https://lumen.example/shop',
  icon_url: 'https://lumen.example/icon.png',
  webPushPromptPreferences: { slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'No' } } },
}

export const apple = appleAuthority()

/** Texts, and files with their names; null stays away. */
export type SafariForm = Record<string, string | { name: string; content: Buffer } | null>

export function safariForm(changes: SafariForm = {}, options: WebsiteOptions = {}): SafariForm {
  return {
    webpush_id: WEBSITE_PUSH_ID,
    website_name: 'Lumen',
    password: 'secret',
    certificate: { name: 'lumen.p12', content: apple.p12(WEBSITE_PUSH_ID, options) },
    icon: { name: 'icon.png', content: png(256) },
    ...changes,
  }
}

export async function sendSafari(
  { call }: Pick<TestApp, 'call'>,
  method: 'POST' | 'PUT',
  bearer: string,
  fields: SafariForm,
  query = '',
): Promise<Reply<SafariConfiguration>> {
  const encoded = new Response(formOf(fields))
  return call<SafariConfiguration>(method, `${SAFARI_PATH}${query}`, {
    bearer,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
}

export function formOf(fields: SafariForm): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([new Uint8Array(value.content)]), value.name)
  }
  return form
}

/** Of an application that has neither yet. Throws what the product refuses. */
export async function setUpSafari(kit: Pick<TestApp, 'call'>, bearer: string, changes: SafariForm = {}): Promise<void> {
  const answers = [
    await kit.call('POST', SITE_PATH, { bearer, body: SITE }),
    await sendSafari(kit, 'POST', bearer, safariForm(changes)),
    await kit.call('PUT', SITE_PATH, { bearer, body: { ...SITE, platform: 1 } }),
  ]
  const refused = answers.find(({ status }) => status >= 300)
  if (refused !== undefined) throw new Error(JSON.stringify(refused.body))
}
