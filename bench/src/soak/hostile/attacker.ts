/** A tenant with malicious intent, and the results of its attacks. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { signDelivery } from '@notifly/server/lib/delivery-token'
import { createSecrets } from '@notifly/server/lib/secrets'
import { uuidv7 } from '@notifly/server/lib/uuid'
import { processorTime } from '../../harness/processes.ts'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { connectMail } from '../../campaign/application.ts'
import { newKey, type Product } from '../../harness/product.ts'
import { requestOf } from '../../harness/request.ts'
import { WORKER_FILE } from './payloads.ts'

export interface Attacker extends AsyncDisposable {
  product: Product
  token: string
  /** Calls the API as the hostile tenant; resolves to the answer whatever it is. */
  call(method: string, path: string, body?: object | FormData): Promise<Answer>
  /** The same as a program of the tenant's. */
  send(path: string, body: object): Promise<Answer>
  /** As the links of a message of the tenant's own hold it. */
  deliveryToken: string
  /** A site of the tenant's own, whose worker file is made to be read slowly. Below `/silence` it never answers. */
  siteUrl: string
}

export interface Answer {
  status: number
  data: unknown
}

/** One kind of attack. Resolves to the results: HTTP statuses, `ended` for a connection that the server closed, or `left open`. */
export interface Attack {
  name: string
  /** Where things have to be there first. */
  prepare?(attacker: Attacker): Promise<void>
  strike(attacker: Attacker): Promise<(number | string)[]>
}

export async function prepareAttacker(
  product: Product,
  { token, applicationId, secret }: { token: string; applicationId: string; secret: string },
): Promise<Attacker> {
  const site = await startSite()
  const { port } = site.address() as AddressInfo
  const mails = await startMailCounter({ record: false })
  await connectMail(product, token, mails)
  const scopes = ['contacts:write', 'events:write', 'messages:send']
  const authorization = await newKey(product, token, { name: 'Harm', scopes, rate_limit: 1000 })
  return {
    product,
    token,
    send: async (path, body) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, data: await response.text() }
    },
    deliveryToken: signDelivery(createSecrets(secret), { applicationId, runId: uuidv7(), seq: 1 }),
    siteUrl: `http://localhost:${port}`,
    call: async (method, path, body) => {
      const response = await fetch(product.url + path, { ...requestOf(method, body, token), redirect: 'manual' })
      const text = await response.text()
      return {
        status: response.status,
        data: text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : undefined,
      }
    },
    [Symbol.asyncDispose]: async () => {
      await mails.stop()
      site.closeAllConnections()
      site.close()
      await once(site, 'close')
    },
  }
}

async function startSite(): Promise<Server> {
  const site = createServer(({ url = '' }, response) => {
    if (url.startsWith('/silence')) return
    response.setHeader('Content-Type', 'text/javascript')
    response.end(WORKER_FILE)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  return site
}

/** What is created. Throws when it is refused: then the attack would be none. */
export async function setUp({ call }: Attacker, path: string, settings: object): Promise<unknown> {
  const { status, data } = await call('POST', path, settings)
  if (status !== 201) throw new Error(`POST ${path} answers ${status}`)
  return data
}

/** Creates what the attacks need, once. */
export async function prepareAll(attacker: Attacker, attacks: readonly Attack[]): Promise<void> {
  for (const attack of attacks) await attack.prepare?.(attacker)
}

/** What an answer to each attack takes of a process, thrown by itself: milliseconds of processor time, all threads together. */
export async function costOfEach(
  attacker: Attacker,
  attacks: readonly Attack[],
  pid: number,
): Promise<{ name: string; ms: number }[]> {
  const costs: { name: string; ms: number }[] = []
  for (const attack of attacks) {
    await untilIdle(pid)
    const before = processorTime([pid])
    const came = await attack.strike(attacker).catch(() => [])
    costs.push({ name: attack.name, ms: (processorTime([pid]) - before) / 1000 / Math.max(1, came.length) })
  }
  return costs
}

const IDLE_LOOK_MS = 500
/** Of what may pass between two looks. */
const IDLE_SHARE = 0.1
const IDLE_WAIT_MS = 30_000

/** Waits for the consequences of the previous attack, such as webhook deliveries, so that they do not count for the next one. */
async function untilIdle(pid: number): Promise<void> {
  const untilMs = performance.now() + IDLE_WAIT_MS
  for (;;) {
    const before = processorTime([pid])
    await delay(IDLE_LOOK_MS)
    const isIdle = processorTime([pid]) - before < IDLE_LOOK_MS * 1000 * IDLE_SHARE
    if (isIdle || performance.now() > untilMs) return
  }
}
