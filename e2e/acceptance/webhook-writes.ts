/** Writes of webhooks, each on its own webhook. */
import { createWebhook } from '@notifly/contracts/webhooks/webhooks'
import type { Addresses } from '../product/people.ts'
import { IMPORT_ENDED, webhookBody } from '../product/webhooks.ts'
import type { Prepare } from './prepared-write.ts'
import type { World } from './world.ts'

const PATH = '/api/webhook'
let count = 0

async function further({ owner: { api, token } }: World, { sandboxUrl }: Addresses): Promise<string> {
  count += 1
  return (await api(createWebhook, { token, body: webhookBody(sandboxUrl, `Silent hook ${count}`) })).uuid
}

const now = () => Math.floor(Date.now() / 1000)

export const WEBHOOK_WRITES: Record<string, Prepare> = {
  [`POST ${PATH}`]: async (_, { sandboxUrl }) => ({ body: webhookBody(sandboxUrl, 'Silent hook') }),
  [`PUT ${PATH}`]: async (world, product) => ({
    query: { uuid: await further(world, product) },
    body: webhookBody(product.sandboxUrl, 'Loud hook'),
  }),
  [`DELETE ${PATH}`]: async (world, product) => ({ query: { uuid: await further(world, product) } }),
  [`POST ${PATH}/test`]: async (world, product) => ({
    body: { uuid: await further(world, product), event: IMPORT_ENDED },
  }),
  [`POST ${PATH}/rotate`]: async (world, product) => ({ body: { uuid: await further(world, product) } }),
  [`POST ${PATH}/replay`]: async (world, product) => ({ body: { uuid: await further(world, product), since: now() } }),
  [`POST ${PATH}/recover`]: async (world, product) => ({ body: { uuid: await further(world, product), since: now() } }),
}
