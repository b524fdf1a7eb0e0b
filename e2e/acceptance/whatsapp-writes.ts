/** Writes of WhatsApp templates and media: each needs an application in which WhatsApp is set up. */
import { randomUUID } from 'node:crypto'
import { listWhatsappTemplates, syncWhatsappTemplates } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { fileForm, type Prepare, withChannel } from './prepared-write.ts'
import type { World } from './world.ts'

const PATH = '/api/template/whatsapp'

const ready = (world: World) => withChannel(world, 'whatsapp', { app_id: '400500600' })
const withFile =
  (name: string, kind: string): Prepare =>
  async world => ({ token: await ready(world), query: { kind }, body: fileForm(name) })

export const WHATSAPP_WRITES: Record<string, Prepare> = {
  [`POST ${PATH}`]: async world => ({
    token: await ready(world),
    body: {
      name: `passing_${randomUUID().replaceAll('-', '')}`,
      language: 'en',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Your parcel is here.' }],
    },
  }),
  [`PUT ${PATH}/{uuid}`]: async world => {
    const { token, uuid, name, language, category } = await firstTemplate(world)
    const components = [{ type: 'BODY', text: 'Your parcel has come.' }]
    return { token, params: { uuid }, body: { name, language, category, components } }
  },
  [`DELETE ${PATH}`]: async world => {
    const { token, uuid } = await firstTemplate(world)
    return { token, query: { template_uuid: uuid } }
  },
  [`POST ${PATH}/sample`]: withFile('sample.pdf', 'document'),
  'POST /api/notifications/whatsapp/media': withFile('picture.png', 'image'),
}

/** One of the approved templates of a new account, and a token of its application. */
async function firstTemplate(world: World) {
  const { api } = world.owner
  const token = await ready(world)
  await api(syncWhatsappTemplates, { token })
  const template = (await api(listWhatsappTemplates, { token })).find(({ status }) => status === 'APPROVED')
  if (template === undefined) throw new Error('the account has no approved template')
  return { ...template, token }
}
