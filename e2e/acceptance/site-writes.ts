/** Writes of an application's site, its prompts and its uploads. */
import { createSafari } from '@notifly/contracts/web-push/safari'
import { createSite } from '@notifly/contracts/web-push/web-push'
import { appleAuthority, png } from '@notifly/server/testing/channels/apple-certificates'
import type { Prepare } from './prepared-write.ts'
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

/** `another`: a token of a further application. */
export function siteWrites(another: (world: World) => Promise<string>): Record<string, Prepare> {
  const fresh: Prepare = async world => ({ token: await another(world), body: SITE })
  const withSite: Prepare = async world => {
    const token = await another(world)
    await world.owner.api(createSite, { token, body: SITE })
    return { token, body: { ...SITE, site_name: 'Loud Store' } }
  }
  const withSafari: Prepare = async world => {
    const { token = null } = await withSite(world)
    await world.owner.api(createSafari, { token: token ?? '', body: safariForm() })
    return { token }
  }
  const bare: Prepare = async world => ({ token: (await withSite(world)).token ?? null })
  return {
    [`POST ${PATH}/configuration`]: fresh,
    [`PUT ${PATH}/configuration`]: withSite,
    [`DELETE ${PATH}/configuration`]: bare,
    [`POST ${PATH}/installation/identity-key`]: bare,
    'POST /api/notification/webpush/preferences': async world => ({
      token: await another(world),
      body: { prompt_preferences: PROMPTS },
    }),
    [`POST ${SAFARI_PATH}`]: async world => ({ ...(await bare(world)), body: safariForm() }),
    [`PUT ${SAFARI_PATH}`]: async world => {
      const body = new FormData()
      body.set('webpush_id', PUSH_ID)
      body.set('website_name', 'Loud Store')
      return { ...(await withSafari(world)), body }
    },
    [`DELETE ${SAFARI_PATH}`]: withSafari,
    'POST /api/user/asset/upload': async () => {
      const body = new FormData()
      body.set('file', new Blob(['hello']), 'hello.txt')
      return { body }
    },
  }
}

/** A certificate of an authority of our own, with a picture. */
function safariForm(): FormData {
  const form = new FormData()
  const fields = { webpush_id: PUSH_ID, website_name: 'Silent Store', password: 'secret' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('certificate', new File([new Uint8Array(appleAuthority().p12(PUSH_ID))], 'silent.p12'))
  form.set('icon', new File([new Uint8Array(png(256))], 'icon.png'))
  return form
}
