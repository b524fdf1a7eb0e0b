/** Writes of saved blocks, each on one of its own. */
import { randomUUID } from 'node:crypto'
import { markedBlock } from '@notifly/contracts/templates/block-marks'
import { createTemplateBlock } from '@notifly/contracts/templates/blocks'
import { createTemplate } from '@notifly/contracts/templates/templates'
import type { Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

const PATH = '/api/template-blocks'
const MJML = '<mj-text>Silent</mj-text>'
const loud = () => ({ name: `Loud ${randomUUID()}`, mjml: '<mj-text>Loud</mj-text>' })

async function further({ owner: { api, token } }: World): Promise<string> {
  return (await api(createTemplateBlock, { token, body: { name: `Silent ${randomUUID()}`, mjml: MJML } })).uuid
}

/** A block that a template has in an earlier version. */
async function furtherUsed(world: World): Promise<string> {
  const { api, token } = world.owner
  const uuid = await further(world)
  const column = markedBlock(uuid, 0, MJML)
  const mjml = `<mjml><mj-body><mj-section><mj-column>${column}</mj-column></mj-section></mj-body></mjml>`
  const body = { type: 'Email', name: `With ${uuid}`, subject: 'Silent', mode: 'mjml', mjml } as const
  await api(createTemplate, { token, body })
  return uuid
}

export const BLOCK_WRITES: Record<string, Prepare> = {
  [`POST ${PATH}`]: async () => ({ body: loud() }),
  [`PUT ${PATH}/{uuid}`]: async world => ({ params: { uuid: await further(world) }, body: loud() }),
  [`DELETE ${PATH}/{uuid}`]: async world => ({ params: { uuid: await further(world) } }),
  [`POST ${PATH}/{uuid}/apply`]: async world => ({ params: { uuid: await furtherUsed(world) }, body: {} }),
}
