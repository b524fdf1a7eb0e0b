/** Writes of an application's site, its prompts and its uploads. */
import { createSafari } from '@notifly/contracts/web-push/safari'
import { createSite } from '@notifly/contracts/web-push/web-push'
import { appleAuthority, png } from '@notifly/server/testing/channels/apple-certificates'
import { fileForm, furtherApplication, type Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

const PATH = '/api/notifications/webpush'

const SAFARI_PATH = '/api/notification/webpush/safari/configuration'
const PUSH_ID = 'web.example.silent'

const PROMPTS = { slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'No' } } }
export const SITE = {
  site_name: 'Silent Store',
  site_url: 'https://silent.example',
  icon_url: 'https://silent.example/icon.png',
  webPushPromptPreferences: PROMPTS,
}

const fresh = async (world: World) => (await furtherApplication(world)).token
const withSite = async (world: World) => {
  const token = await fresh(world)
  await world.owner.api(createSite, { token, body: SITE })
  return token
}
const withSafari = async (world: World) => {
  const token = await withSite(world)
  await world.owner.api(createSafari, { token, body: safariForm() })
  return token
}
const bare: Prepare = async world => ({ token: await withSite(world) })

export const SITE_WRITES: Record<string, Prepare> = {
  [`POST ${PATH}/configuration`]: async world => ({ token: await fresh(world), body: SITE }),
  [`PUT ${PATH}/configuration`]: async world => ({
    token: await withSite(world),
    body: { ...SITE, site_name: 'Loud Store' },
  }),
  [`DELETE ${PATH}/configuration`]: bare,
  [`POST ${PATH}/installation/identity-key`]: bare,
  'POST /api/notification/webpush/preferences': async world => ({
    token: await fresh(world),
    body: { prompt_preferences: PROMPTS },
  }),
  [`POST ${SAFARI_PATH}`]: async world => ({ token: await withSite(world), body: safariForm() }),
  [`PUT ${SAFARI_PATH}`]: async world => {
    const body = new FormData()
    body.set('webpush_id', PUSH_ID)
    body.set('website_name', 'Loud Store')
    return { token: await withSafari(world), body }
  },
  [`DELETE ${SAFARI_PATH}`]: async world => ({ token: await withSafari(world) }),
  'POST /api/user/asset/upload': async () => ({ body: fileForm('hello.txt') }),
}

/** A certificate of the tests' own authority, with a picture. */
function safariForm(): FormData {
  const form = new FormData()
  const fields = { webpush_id: PUSH_ID, website_name: 'Silent Store', password: 'secret' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('certificate', new File([new Uint8Array(appleAuthority().p12(PUSH_ID))], 'silent.p12'))
  form.set('icon', new File([new Uint8Array(png(256))], 'icon.png'))
  return form
}
