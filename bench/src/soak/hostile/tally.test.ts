import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { isFault, strikeOnce, type Tally, watchStandstills } from './tally.ts'

const PATIENCE_MS = 200
const LARGE = 'x'.repeat(3_000_000)

/** In a thread of its own, so that it goes on while this one stands still. */
const SERVER = `
const { createServer } = require('node:http')
const { parentPort } = require('node:worker_threads')
const limits = { headersTimeout: ${PATIENCE_MS}, connectionsCheckingInterval: 20 }
const server = createServer(limits, (request, response) => {
  if (request.url === '/reset') return request.socket.resetAndDestroy()
  if (request.url === '/408') return response.writeHead(408).end()
  request.resume().on('end', () => response.end())
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

const thread = new Worker(SERVER, { eval: true })
const [port] = (await once(thread, 'message')) as [number]
afterAll(() => thread.terminate())

/** On a connection of its own. */
async function post(path: string, body = ''): Promise<number[]> {
  const headers = { connection: 'close' }
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  return [status]
}

/** Does nothing at all for longer than the server waits. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS * 4)
}

/** The same between the moment at which the next connection is there and the request on it. */
function standStillOnceConnected(): void {
  const channel = 'undici:client:connected'
  const once = (): void => {
    unsubscribe(channel, once)
    standStill()
  }
  subscribe(channel, once)
}

async function resultOf(strike: () => Promise<number[]>, before = (): void => undefined): Promise<string[]> {
  using own = watchStandstills()
  before()
  const tally: Tally = { name: 'attack', answers: new Map(), slowestMs: 0 }
  await strikeOnce(tally, strike, own, PATIENCE_MS)
  return [...tally.answers.keys()]
}

test('a connection that the product closed because this process was silent on it is late, and no fault', async () => {
  for (const body of ['', LARGE]) {
    expect(await resultOf(() => (standStillOnceConnected(), post('/', body)))).toEqual(['late'])
  }
  expect(isFault('late')).toBe(false)
})

test('without a standstill of its own, a 408 and a pipe that broke are faults of the product', async () => {
  const broken = new TypeError('fetch failed', { cause: Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) })
  expect(await resultOf(() => post('/408'))).toEqual(['408'])
  expect(await resultOf(() => post('/408'), standStill)).toEqual(['408'])
  expect(await resultOf(() => Promise.reject(broken))).toEqual(['broken pipe'])
  expect(await resultOf(() => Promise.reject(broken), standStill)).toEqual(['broken pipe'])
  expect(['408', 'broken pipe'].map(isFault)).toEqual([true, true])
})

test('a standstill excuses nothing else', async () => {
  const still = (strike: () => Promise<number[]>) => resultOf(() => (standStill(), strike()))
  expect(await still(() => post('/reset'))).toEqual(['ended'])
  expect(await still(() => post('/'))).toEqual(['200'])
  expect(await still(() => Promise.reject(new Error('defect')))).toEqual(['broken'])
})
