/** Writes of an application's site, its prompts and its uploads. */
import { createSite } from '@notifly/contracts/web-push'
import type { PreparedWrite } from './prepared-writes.ts'
import type { World } from './world.ts'

const PATH = '/api/notifications/webpush'

const PROMPTS = { slide_prompt: { accept: { message: 'Yes' }, reject: { message: 'No' } } }
export const SITE = {
  site_name: 'Silent Store',
  site_url: 'https://silent.example',
  icon_url: 'https://silent.example/icon.png',
  webPushPromptPreferences: PROMPTS,
}

type Prepare = (world: World) => Promise<PreparedWrite>

/** `another`: a token of a further application. */
export function siteWrites(another: (world: World) => Promise<string>): Record<string, Prepare> {
  const fresh: Prepare = async world => ({ token: await another(world), body: SITE })
  const withSite: Prepare = async world => {
    const token = await another(world)
    await world.owner.api(createSite, { token, body: SITE })
    return { token, body: { ...SITE, site_name: 'Loud Store' } }
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
    'POST /api/user/asset/upload': async () => {
      const body = new FormData()
      body.set('file', new Blob(['hello']), 'hello.txt')
      return { body }
    },
  }
}
