/** Writes of the library of images and of the brand, each on its own objects. */
import { DEFAULT_BRAND } from '@notifly/contracts/brand/brand'
import { createImageFolder, uploadImage } from '@notifly/contracts/images/images'
import { png } from '@notifly/server/testing/channels/apple-certificates'
import { furtherApplication, type Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

const PATH = '/api/images'
let count = 0

async function furtherImage({ owner: { api, token } }: World): Promise<string> {
  return (await api(uploadImage, { token, body: imageForm() })).uuid
}

async function furtherFolder({ owner: { api, token } }: World): Promise<string> {
  count += 1
  return (await api(createImageFolder, { token, body: { name: `Silent folder ${count}` } })).uuid
}

function imageForm(): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(png(16))], 'silent.png'))
  return form
}

export const IMAGE_WRITES: Record<string, Prepare> = {
  [`POST ${PATH}`]: async () => ({ body: imageForm() }),
  [`PUT ${PATH}`]: async world => ({ query: { uuid: await furtherImage(world) }, body: { alt: 'A loud square' } }),
  [`POST ${PATH}/move`]: async world => ({
    body: { uuids: [await furtherImage(world)], folder_uuid: await furtherFolder(world) },
  }),
  [`DELETE ${PATH}`]: async world => ({ query: { uuid: await furtherImage(world) } }),
  [`POST ${PATH}/folders`]: async () => ({ body: { name: 'Loud folder' } }),
  [`PUT ${PATH}/folders`]: async world => ({
    query: { uuid: await furtherFolder(world) },
    body: { name: 'Louder folder' },
  }),
  [`DELETE ${PATH}/folders`]: async world => ({ query: { uuid: await furtherFolder(world) } }),
  'PUT /api/brand': async world => ({
    token: (await furtherApplication(world)).token,
    body: { ...DEFAULT_BRAND, company: 'Loud', logo_uuid: null },
  }),
}
