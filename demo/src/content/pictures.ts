/** The pictures of the shop's messages. */
import { readFileSync } from 'node:fs'
import type { Colleague, World } from '../world/world.ts'
import type { Shop } from '../world/team.ts'

const SCENES = ['lamp', 'chair', 'table', 'garden', 'textiles'] as const
export type Scene = (typeof SCENES)[number]

/** The address of each picture, for use in messages. */
export type Pictures = Readonly<Record<Scene, string>>

const read = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(new URL(`../../pictures/${name}.png`, import.meta.url)))

/** A square icon of 256 px. */
export function icon(): Buffer<ArrayBuffer> {
  return read('icon')
}

/** Uploads the pictures as a member of the team. */
export async function uploadPictures(world: World, who: Colleague, { applicationId }: Shop): Promise<Pictures> {
  const uploaded = []
  for (const scene of SCENES) {
    const form = new FormData()
    form.set('file', new Blob([read(scene)], { type: 'image/png' }), `${scene}.png`)
    const path = '/api/user/asset/upload'
    const { fullpath } = await world.call<{ fullpath: string }>(who, applicationId, 'POST', path, form)
    uploaded.push([scene, fullpath] as const)
  }
  return Object.fromEntries(uploaded) as Record<Scene, string>
}
