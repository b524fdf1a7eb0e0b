/**
 * Messages sent through the API: how soon one is accepted and handed over, alone and during a campaign, and how many are accepted per
 * second.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { KEY_RATE } from '@notifly/contracts/api-keys/api-keys'
import { startMailCounter } from '@notifly/server/testing/channels/mail-counter'
import { addRun } from '@notifly/server/testing/engine/world'
import { addContacts, connectMail, whenDone } from '../campaign/application.ts'
import { CONTENT, MERGE_FIELDS } from '../campaign/content.ts'
import type { Benchmark, BenchContext } from '../harness/bench-context.ts'
import { compare, type Comparison, seconds } from '../harness/compare.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { family, processorTime, tree } from '../harness/processes.ts'
import { newKey, type Product } from '../harness/product.ts'
import { dataOf } from '../harness/request.ts'
import { startPoster } from '../provider/http-processes.ts'
import { type Result, resultOfTimes } from '../result.ts'

const ACCEPT_BAR_MS = 25
const ACCEPT_BESIDE_BAR_MS = 100
const HANDED_OVER_HALF_BAR_MS = 60
const HANDED_OVER_BAR_MS = 250
const HANDED_OVER_BESIDE_BAR_MS = 1000
const SINGLES_BAR = 3000
const BATCHES_BAR = 10_000
/** The interval between messages, as between the orders of a shop. */
const EVERY_MS = 50
const CALLERS = 64
const KEYS = 5
const BATCH = 1000
const BATCHES_AT_ONCE = 4
const PATH = '/api/v1/messages'
const BATCH_PATH = `${PATH}/batch`

export const benchMessages: Benchmark = async context => [
  ...(await benchAlone(context)),
  ...(await benchAccepted(context)),
]

interface Shop extends AsyncDisposable {
  database: BenchDatabase
  product: Product
  applicationId: string
  /** Of its keys. */
  headers: Record<string, string>[]
  send: (body: object) => Promise<unknown>
}

/** A product with an application that has email and a key, and a receiver of mails. */
async function openShop({ environment }: BenchContext, workers: number): Promise<Shop> {
  await using stack = new AsyncDisposableStack()
  const sink = stack.use(await startMailCounter({ record: false }))
  const { product, database } = stack.use(await environment(workers))
  const { applicationId, token } = await product.newApplication()
  await connectMail(product, token, sink)
  await product.call(token, 'POST', '/api/template', { type: 'Email', name: 'receipt', ...CONTENT })
  // A key may call a thousand times a second.
  const keys = await Promise.all(
    Array.from({ length: KEYS }, (_, index) =>
      newKey(product, token, { name: `Bench ${index}`, scopes: ['messages:send'], rate_limit: KEY_RATE.most }),
    ),
  )
  const headers = keys.map(authorization => ({ authorization, 'content-type': 'application/json' }))
  const send = async (body: object): Promise<unknown> => {
    const call = { method: 'POST', headers: headers[no % KEYS] ?? {}, body: JSON.stringify(body) }
    return dataOf(PATH, await fetch(product.url + PATH, call))
  }
  const all = stack.move()
  return { database, product, applicationId, headers, send, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

let no = 0
const MERGE = Object.fromEntries(MERGE_FIELDS.map(name => [name, name]))
const message = (): object => ({
  channel: 'email',
  to: `single${++no}@example.test`,
  template: 'receipt',
  merge: MERGE,
})

async function benchAlone(context: BenchContext): Promise<Result[]> {
  const { messages } = context.sizes
  context.say(`${messages} messages one by one`)
  await using shop = await openShop(context, availableParallelism())
  await sendSome(shop, Math.ceil(messages / 10))
  const accepted = await sendSome(shop, messages)
  const handedOver = (await handOvers(shop)).slice(-messages)
  const how = `${messages} messages from a template of 15 KB, one every ${EVERY_MS} ms, beside nothing else.`
  return [
    resultOfTimes('message accepted, p99', accepted, {
      share: 0.99,
      barMs: ACCEPT_BAR_MS,
      how: `${how} From the call to its 202.`,
    }),
    resultOfTimes('message handed over, p50', handedOver, {
      share: 0.5,
      barMs: HANDED_OVER_HALF_BAR_MS,
      how: `${how} From its storing to the server's answer.`,
    }),
    resultOfTimes('message handed over, p99', handedOver, { share: 0.99, barMs: HANDED_OVER_BAR_MS, how }),
  ]
}

/** The messages of all rounds count together, since those beside one campaign are too few for a p99. */
export const benchMessagesBeside: Benchmark = async context => {
  const { besideRecipients: recipients, rounds } = context.sizes
  context.say(`messages beside campaigns to ${recipients} recipients, ${rounds} rounds`)
  await using shop = await openShop(context, availableParallelism())
  const { database, applicationId } = shop
  await addContacts(database, applicationId, recipients)
  await sendSome(shop, 5)
  const accepted: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { runId } = await addRun(database, applicationId, { content: CONTENT })
    let isOver = false
    const ended = whenDone(database, runId).finally(() => (isOver = true))
    do accepted.push(...(await sendSome(shop, 5)))
    while (!isOver)
    await ended
  }
  const handedOver = (await handOvers(shop)).slice(-accepted.length)
  const how = `${accepted.length} messages beside ${rounds} campaigns to ${recipients} recipients at full speed, one every ${EVERY_MS} ms.`
  return [
    resultOfTimes('message accepted beside a campaign, p99', accepted, {
      share: 0.99,
      barMs: ACCEPT_BESIDE_BAR_MS,
      how,
    }),
    resultOfTimes('message handed over beside a campaign, p99', handedOver, {
      share: 0.99,
      barMs: HANDED_OVER_BESIDE_BAR_MS,
      how,
    }),
  ]
}

/** Returns the milliseconds until each was accepted. */
async function sendSome({ send }: Shop, count: number): Promise<number[]> {
  const took: number[] = []
  for (let sent = 0; sent < count; sent++) {
    const ms = 1000 * (await seconds(() => send(message())))
    took.push(ms)
    await delay(Math.max(0, EVERY_MS - ms))
  }
  return took
}

/**
 * Returns the milliseconds from the storing of each message to its hand-over, in the order of the messages. Waits until all have been sent.
 */
async function handOvers({ database, applicationId }: Shop): Promise<number[]> {
  for (;;) {
    const { rows } = await database.pool.query<{ ms: number | null }>(
      `select case when d.sent_at > '-infinity' then extract(epoch from d.sent_at - m.created_at)::float8 * 1000 end as ms
       from message m join delivery d on d.application_id = m.application_id and d.run_id = m.run_id and d.seq = m.seq
       where m.application_id = $1 order by m.message_id`,
      [applicationId],
    )
    const took = rows.flatMap(({ ms }) => ms ?? [])
    if (took.length === rows.length) return took
    await delay(100)
  }
}

/** There is no worker, since only accepting is measured. The limit is how fast PostgreSQL inserts bare rows. */
async function benchAccepted(context: BenchContext): Promise<Result[]> {
  const { messages, rounds } = context.sizes
  await using shop = await openShop(context, 0)
  await using poster = startPoster()
  const { headers, product } = shop
  const costs: Record<string, string> = {}
  const post = async (path: string, bodies: string[], connections: number, count: number): Promise<number> => {
    const of = { API: tree(product.pid), PostgreSQL: family(context.postgres.pid), callers: [poster.pid] }
    const before = Object.entries(of).map(([name, pids]) => [name, pids, processorTime(pids)] as const)
    const took = await poster.post({ origin: product.url, path, headers, bodies, count: bodies.length, connections })
    const each = before.map(([name, pids, was]) => `${name} ${Math.round((processorTime(pids) - was) / count)}`)
    costs[path] = `µs of processor time a message: ${each.join(', ')}`
    return count / took
  }
  const singles = (): Promise<number> =>
    post(
      PATH,
      Array.from({ length: messages }, () => JSON.stringify(message())),
      CALLERS,
      messages,
    )
  const batches = (): Promise<number> => {
    const [count, size] = [Math.max(1, Math.ceil(messages / BATCH)), Math.min(BATCH, messages)]
    const batch = (): string => JSON.stringify({ messages: Array.from({ length: size }, message) })
    return post(BATCH_PATH, Array.from({ length: count }, batch), BATCHES_AT_ONCE, count * size)
  }
  context.say(`${messages} messages by ${CALLERS} callers, and in batches, ${rounds} rounds`)
  await singles()
  const bare = () => insertBare(shop.database, Math.max(messages, BATCH))
  const common = { unit: 'messages/s', limitName: 'bare INSERT of the same rows, a thousand a transaction' }
  const ofSingles = atLeast(SINGLES_BAR, await compare(rounds, singles, bare))
  const ofBatches = atLeast(BATCHES_BAR, await compare(rounds, batches, bare))
  return [
    {
      ...ofSingles,
      ...common,
      name: 'messages accepted one by one',
      costs: `bar ${SINGLES_BAR} messages/s on two cores; ${costs[PATH]}`,
      how: `${messages} calls by ${CALLERS} callers at once; one API process, no worker, the callers on the same machine.`,
    },
    {
      ...ofBatches,
      ...common,
      name: 'messages accepted in batches',
      costs: `bar ${BATCHES_BAR} messages/s on two cores; ${costs[BATCH_PATH]}`,
      how: `Batches of ${BATCH}, ${BATCHES_AT_ONCE} at once.`,
    },
  ]
}

/** The bar is a number of messages per second, which is given here as its ratio to the limit. */
function atLeast(perSecond: number, comparison: Comparison): Comparison & Pick<Result, 'bar'> {
  return { ...comparison, bar: { least: Math.ceil((1000 * perSecond) / comparison.limit) / 1000 } }
}

/** Inserts the delivery and the message of each into tables with the same indexes. */
async function insertBare({ pool }: BenchDatabase, rows: number): Promise<number> {
  await pool.query('drop table if exists bare_delivery, bare_message')
  await pool.query('create table bare_delivery (like delivery including all)')
  await pool.query('create table bare_message (like message including all)')
  const rounds = Math.ceil(rows / BATCH)
  const took = await seconds(async () => {
    for (let round = 0; round < rounds; round++) {
      await pool.query(
        `with d as (
           insert into bare_delivery (application_id, run_id, seq, contact_id, state, address)
           select $1, $1, $2 + i, gen_random_uuid(), 0, 'single' || i || '@example.test' from generate_series(1, ${BATCH}) i
         )
         insert into bare_message (application_id, message_id, run_id, seq, deliveries, receiver, created_at, data)
         select $1, gen_random_uuid(), $1, $2 + i, 1, 'single' || i || '@example.test', now(), $3 from generate_series(1, ${BATCH}) i`,
        ['01a22171-434a-766b-8d9d-b5a0e35c8d96', round * BATCH, JSON.stringify({ merge: MERGE })],
      )
    }
  })
  return (rounds * BATCH) / took
}
