/** Writes of WhatsApp templates and media: each needs an application in which WhatsApp is set up. */
import { randomUUID } from 'node:crypto'
import { CONFIGURATION_CALLS } from '@notifly/contracts/channel-settings/channel-settings'
import { listWhatsappTemplates, syncWhatsappTemplates } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { SETTINGS } from './settings.ts'
import type { Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

const PATH = '/api/template/whatsapp'

/** `another`: a token of a further application. */
export function whatsappWrites(another: (world: World) => Promise<string>): Record<string, Prepare> {
  const configured = async (world: World): Promise<string> => {
    const token = await another(world)
    const body = { ...SETTINGS.whatsapp, app_id: '400500600' }
    await world.owner.api(CONFIGURATION_CALLS.whatsapp.create, { token, body })
    return token
  }
  const withFile =
    (name: string, kind: string): Prepare =>
    async world => {
      const body = new FormData()
      body.set('file', new Blob(['hello']), name)
      return { token: await configured(world), query: { kind }, body }
    }
  return {
    [`POST ${PATH}`]: async world => ({
      token: await configured(world),
      body: {
        name: `passing_${randomUUID().replaceAll('-', '')}`,
        language: 'en',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Your parcel is here.' }],
      },
    }),
    [`PUT ${PATH}/{uuid}`]: async world => {
      const token = await configured(world)
      const { uuid, name, language, category } = await firstTemplate(world, token)
      const components = [{ type: 'BODY', text: 'Your parcel has come.' }]
      return { token, params: { uuid }, body: { name, language, category, components } }
    },
    [`DELETE ${PATH}`]: async world => {
      const token = await configured(world)
      return { token, query: { template_uuid: (await firstTemplate(world, token)).uuid } }
    },
    [`POST ${PATH}/sample`]: withFile('sample.pdf', 'document'),
    'POST /api/notifications/whatsapp/media': withFile('picture.png', 'image'),
  }
}

/** An approved one of those that the account has. */
async function firstTemplate({ owner: { api } }: World, token: string) {
  await api(syncWhatsappTemplates, { token })
  const template = (await api(listWhatsappTemplates, { token })).find(({ status }) => status === 'APPROVED')
  if (template === undefined) throw new Error('the account has no approved template')
  return template
}

/** Writes that change nothing which somebody answers for. */
export const UNRECORDED_WHATSAPP_WRITES: Record<string, string> = {
  [`POST ${PATH}/sync`]: 'only reads what WhatsApp has',
}
