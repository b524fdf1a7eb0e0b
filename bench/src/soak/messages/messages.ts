/**
 * Programs send messages one by one and in batches, and a webhook endpoint receives the events of each; meanwhile all processes of the
 * product are killed ten times, at moments of a printed seed. Each message that was answered with 202 is sent, stored once however often
 * its call was repeated, and reported to the endpoint.
 */
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { messageEventId } from '@notifly/contracts/webhooks/events'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { connectMail } from '../../campaign/application.ts'
import { generator } from '../../harness/chance.ts'
import { type BenchDatabase, numberOf, startPostgres } from '../../harness/postgres.ts'
import { newKey, type Product, startProduct } from '../../harness/product.ts'
import { startEndpoint } from './endpoint.ts'
import { judge } from './judge.ts'

const KILLS = 10
const CALLERS = 8
const BATCH = 100
/** Share of the messages that are sent one by one. */
const SINGLES_SHARE = 0.1
const RETRY_MS = 200
const CALL_MS = 60_000
const LOOK_MS = 500
const PATH = '/api/v1/messages'

interface Order {
  messages: number
  seed: number
  say: (line: string) => void
}

/** Reports each promise. Returns whether all were kept. */
export async function soakMessages({ messages, seed, say }: Order): Promise<boolean> {
  await using postgres = await startPostgres()
  await using receiver = await startMailCounter()
  await using endpoint = await startEndpoint()
  const database = await postgres.newDatabase()
  await using product = await startProduct(database, availableParallelism())
  const { applicationId, token } = await product.newApplication()
  await connectMail(product, token, receiver)
  const events = [messageEventId('email', 'sent')]
  await product.call(token, 'POST', '/api/webhook', {
    ...{ name: 'Soak', webhook_url: endpoint.url, platforms: ['email'], events, batch: 100 },
  })
  const key = await newKey(product, token, { name: 'Soak', scopes: ['messages:send'] })
  say(`${messages} messages, ${KILLS} SIGKILLs of the whole product, seed ${seed}`)
  const startedAt = performance.now()
  const sent = sendAll(product, key, messages)
  await killAtRandom(product, sent.ids, { messages, seed, say })
  await sent.done
  say(`accepted in ${since(startedAt)}; ${sent.repeated()} calls were repeated`)
  await untilQuiet(database, applicationId)
  say(`all told in ${since(startedAt)}`)
  return await judge(say, { database, applicationId, accepted: sent.ids, receiver, endpoint })
}

function since(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

/** Callers that repeat each call, with its idempotency key, until it is answered. */
function sendAll({ url }: Product, authorization: string, messages: number) {
  const ids = new Map<string, string>()
  let repeated = 0
  const call = async (path: string, body: object): Promise<unknown> => {
    const request = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    }
    for (;;) {
      const answer = await answerOf(url + path, request)
      if (answer !== null) return answer
      repeated++
      await delay(RETRY_MS)
    }
  }
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < messages) {
      const isSingle = next < messages * SINGLES_SHARE
      const to = Array.from(
        { length: isSingle ? 1 : Math.min(BATCH, messages - next) },
        () => `m${next++}@example.test`,
      )
      const all = to.map(address => ({ channel: 'email', to: address, content: { subject: 'Soak', text: 'Hello.' } }))
      const answer = await call(isSingle ? PATH : `${PATH}/batch`, isSingle ? (all[0] ?? {}) : { messages: all })
      const results = (isSingle ? [answer] : answer) as { id: string | null }[]
      for (const [at, { id }] of results.entries()) ids.set(to[at] ?? '', id ?? '')
    }
  }
  return { ids, repeated: () => repeated, done: Promise.all(Array.from({ length: CALLERS }, caller)) }
}

/** What was answered; null where no answer came, or it was to be tried again. Throws for a refusal. */
async function answerOf(address: string, request: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(address, { ...request, signal: AbortSignal.timeout(CALL_MS) })
    const { data, message } = (await response.json()) as { data?: unknown; message?: string }
    if (response.ok) return data
    if (response.status !== 429 && response.status < 500) throw new Refused(`${response.status}: ${message}`)
  } catch (error) {
    if (error instanceof Refused) throw error
  }
  return null
}

class Refused extends Error {}

/** The moments are counts of accepted messages, spread over the first nine tenths. */
async function killAtRandom(
  product: Product,
  accepted: ReadonlyMap<string, string>,
  { messages, seed, say }: Order,
): Promise<void> {
  const random = generator(seed)
  const moments = Array.from({ length: KILLS }, () => Math.floor(random() * messages * 0.9)).toSorted((a, b) => a - b)
  for (const moment of moments) {
    while (accepted.size < moment) await delay(1)
    const before = accepted.size
    await product.killAndStart()
    say(`at ${before} accepted: killed`)
  }
}

/** Resolves when every message has its end and every event its answer. */
async function untilQuiet(database: BenchDatabase, applicationId: string): Promise<void> {
  const waits = `select (select count(*) from delivery where application_id = $1 and state = 0)
    + (select count(*) from webhook_message where application_id = $1 and due_at is not null)`
  while ((await numberOf(database, waits, applicationId)) > 0) await delay(LOOK_MS)
}
