import { expect, test, vi } from 'vitest'
import type { HandOverEnd, HandOverHooks, MessageSource, Outcome, Sender } from '../provider.ts'
import { type Asked, type ScriptedServer, startScripted } from '../testing/scripted-server.ts'
import { type HttpExchange, retryAfterMs } from './http-exchange.ts'
import { type HttpSenderOptions, openHttpSender } from './http-sender.ts'

interface Numbered {
  n: number
}

function exchangeWith(url: string): HttpExchange<Numbered> {
  return {
    request: ({ n }) => ({ origin: url, path: `/${n}`, method: 'POST', headers: {}, body: `message ${n}` }),
    outcome: ({ status, headers }): Outcome => {
      if (status === 200) return { kind: 'sent', answer: '200' }
      const reason = status === 429 ? 'rate_limited' : 'temporary_failure'
      const waitMs = retryAfterMs(headers)
      return { kind: 'deferred', reason, code: String(status), answer: '', ...(waitMs && { retryAfterMs: waitMs }) }
    },
  }
}

const OK = { status: 200 }
const numberOf = ({ path }: Asked) => Number(path.slice(1))
const messages = (count: number): Numbered[] => Array.from({ length: count }, (_, n) => ({ n }))

interface Handed {
  end: HandOverEnd
  outcomes: Map<number, Outcome['kind']>
}

async function handOver(
  sender: Sender<Numbered>,
  source: MessageSource<Numbered>,
  hooks: Partial<HandOverHooks<Numbered>> = {},
): Promise<Handed> {
  const outcomes = new Map<number, Outcome['kind']>()
  const end = await sender.handOver(source, {
    commit: () => undefined,
    mayStillSend: () => true,
    ...hooks,
    turn: (settled, next) => {
      for (const { message, outcome } of settled) outcomes.set(message.n, outcome.kind)
      return hooks.turn?.(settled, next) ?? next !== undefined
    },
  })
  return { end, outcomes }
}

async function open(server: ScriptedServer, options: Partial<HttpSenderOptions> = {}): Promise<Sender<Numbered>> {
  return openHttpSender(exchangeWith(server.url), { maxConnections: 4, ...options })
}

/** Lets requests through one by one, as the test says. */
function turnstile() {
  const waiting: (() => void)[] = []
  return {
    pass: () => new Promise<void>(resolve => waiting.push(resolve)),
    open: (n = 1) => {
      for (const go of waiting.splice(0, n)) go()
    },
    get waiting() {
      return waiting.length
    },
  }
}

test('as many requests are under way as there are connections, whatever the number of batches', async () => {
  const server = await startScripted(() => ({ ...OK, afterMs: 1 }))
  const sender = await open(server)
  const both = await Promise.all([handOver(sender, messages(50)), handOver(sender, messages(50))])
  for (const { end, outcomes } of both) {
    expect(end).toEqual({ end: 'done' })
    expect([...outcomes.values()]).toEqual(Array(50).fill('sent'))
  }
  expect(server.mostAtOnce).toBe(4)
  expect(server.connections).toBeLessThanOrEqual(4)
  await sender.close()
})

test('no more are without a recorded answer than there are connections, however soon the next one is there', async () => {
  const server = await startScripted(() => OK)
  const next = Promise.withResolvers<Numbered>()
  const outcome = (): Outcome => {
    next.resolve({ n: 1 })
    return { kind: 'sent', answer: '200' }
  }
  const sender = openHttpSender({ ...exchangeWith(server.url), outcome }, { maxConnections: 1 })
  let begun = 0
  let mostBegun = 0
  const turn: HandOverHooks<Numbered>['turn'] = (settled, message) => {
    begun += (message === undefined ? 0 : 1) - settled.length
    mostBegun = Math.max(mostBegun, begun)
    return true
  }
  // The other batch's message comes with the answer, in between that and its record.
  await Promise.all([handOver(sender, [next.promise], { turn }), handOver(sender, messages(1), { turn })])
  expect([server.asked.length, mostBegun]).toEqual([2, 1])
  await sender.close()
})

test('fewer connections are told only when no more are in use; more are used at once', async () => {
  const gate = turnstile()
  const server = await startScripted(async () => gate.pass().then(() => OK))
  const sender = await open(server)
  const work = handOver(sender, messages(12))
  await vi.waitFor(() => expect(gate.waiting).toBe(4))
  let isResized = false
  const resized = sender.resize(1).then(() => (isResized = true))
  gate.open(2)
  await vi.waitFor(() => expect(gate.waiting).toBe(2))
  expect(isResized).toBe(false)
  gate.open(1)
  await resized
  expect(gate.waiting).toBe(1)
  await sender.resize(3)
  await vi.waitFor(() => expect(gate.waiting).toBe(3))
  const letAll = setInterval(() => gate.open(9), 1)
  expect((await work).outcomes.size).toBe(12)
  clearInterval(letAll)
  await sender.close()
})

test('what is begun stands in the journal before its first byte leaves', async () => {
  const begun: number[] = []
  let committed = 0
  const early: number[] = []
  const server = await startScripted(asked => {
    if (begun.indexOf(numberOf(asked)) >= committed) early.push(numberOf(asked))
    return OK
  })
  const sender = await open(server)
  const { outcomes } = await handOver(sender, messages(100), {
    turn: (_, next) => next !== undefined && begun.push(next.n) > 0,
    commit: () => (committed = begun.length),
  })
  expect(outcomes.size).toBe(100)
  expect(early).toEqual([])
  await sender.close()
})

test('a permit that is refused stops the batch; what is in flight gets its outcome', async () => {
  const gate = turnstile()
  const server = await startScripted(async () => gate.pass().then(() => OK))
  const sender = await open(server)
  let isAllowed = true
  const work = handOver(sender, messages(20), { turn: (_, next) => next !== undefined && isAllowed })
  await vi.waitFor(() => expect(gate.waiting).toBe(4))
  isAllowed = false
  gate.open(4)
  const { end, outcomes } = await work
  expect(end).toEqual({ end: 'stopped' })
  expect(new Set(outcomes.keys())).toEqual(new Set([0, 1, 2, 3]))
  expect(server.asked).toHaveLength(4)
  await sender.close()
})

test('a message that took a token to write asks for the permit again', async () => {
  const server = await startScripted(() => OK)
  const exchange = exchangeWith(server.url)
  const request = async (message: Numbered) => Promise.resolve(exchange.request(message))
  const sender = openHttpSender({ ...exchange, request }, { maxConnections: 2 })
  const { outcomes } = await handOver(sender, messages(2), { mayStillSend: ({ n }) => n === 0 })
  expect([...outcomes]).toEqual(
    expect.arrayContaining([
      [0, 'sent'],
      [1, 'withheld'],
    ]),
  )
  expect(server.asked.map(numberOf)).toEqual([0])
  await sender.close()
})

test('without an answer in time nobody knows', async () => {
  const server = await startScripted(asked => (numberOf(asked) === 0 ? 'hang' : OK))
  const sender = await open(server, { timeoutMs: 200 })
  const { end, outcomes } = await handOver(sender, messages(3))
  expect(end).toEqual({ end: 'done' })
  expect(Object.fromEntries(outcomes)).toEqual({ 0: 'unknown', 1: 'sent', 2: 'sent' })
  await sender.close()
}, 15_000)

test('a provider that throttles everybody is left alone for as long as it says, and gets fewer requests at once then', async () => {
  const atOnce: number[] = []
  const arrivals: number[] = []
  let now = 0
  // The first requests are answered once as many have come as may be under way.
  const full = Promise.withResolvers<void>()
  const server = await startScripted(async () => {
    atOnce.push(++now)
    arrivals.push(performance.now())
    if (now === 8) full.resolve()
    await (atOnce.length <= 8 ? full.promise : new Promise(resolve => setTimeout(resolve, 20)))
    now--
    return { status: 429, headers: { 'retry-after': '1' } }
  })
  const sender = await open(server, { maxConnections: 8 })
  const { outcomes } = await handOver(sender, messages(20))
  expect([...outcomes.values()]).toEqual(Array(20).fill('deferred'))
  expect(Math.max(...atOnce.slice(-4))).toBeLessThanOrEqual(4)
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at))
  expect(Math.max(...gaps)).toBeGreaterThan(900)
  await sender.close()
}, 15_000)

test('a provider that throttles everybody for long ends the batch, and names the time', async () => {
  let asked = 0
  const server = await startScripted(() => {
    asked++
    return { status: 429, headers: { 'retry-after': '600' } }
  })
  const sender = await open(server, { maxConnections: 2 })
  const { end, outcomes } = await handOver(sender, messages(100))
  expect(end).toMatchObject({ end: 'rejected', rejection: { temporary: true, retryAfterMs: 600_000 } })
  expect(asked).toBeLessThanOrEqual(9)
  expect(outcomes.size).toBe(asked)
  await sender.close()
})

test('messages that are slow to come keep nobody busy, and none of them is lost', async () => {
  const server = await startScripted(() => OK)
  const sender = await open(server)
  async function* slowly(): AsyncGenerator<Numbered> {
    for (const message of messages(5)) {
      await new Promise(resolve => setTimeout(resolve, 40))
      yield message
    }
  }
  const before = process.threadCpuUsage()
  const { outcomes } = await handOver(sender, slowly())
  expect(outcomes.size).toBe(5)
  // Of the 200 ms: whoever asks without a pause whether a message is there takes nearly all of them.
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(100)
  await sender.close()
})

test('a hook that throws ends the batch with its error, and nothing is started after it', async () => {
  const server = await startScripted(() => OK)
  const sender = await open(server, { maxConnections: 1 })
  const hooks = {
    turn: (_: unknown, next: Numbered | undefined) => {
      if (next?.n === 2) throw new Error('the disk is full')
      return next !== undefined
    },
  }
  await expect(handOver(sender, messages(10), hooks)).rejects.toThrow('the disk is full')
  expect(server.asked).toHaveLength(2)
  await expect(
    handOver(sender, messages(10), {
      commit: () => {
        throw new Error('the journal is closed')
      },
    }),
  ).rejects.toThrow('the journal is closed')
  expect(server.asked).toHaveLength(2)
  await sender.close()
})

test('closing waits for the batches on their way and refuses others', async () => {
  const gate = turnstile()
  const server = await startScripted(async () => gate.pass().then(() => OK))
  const sender = await open(server)
  const work = handOver(sender, messages(4))
  await vi.waitFor(() => expect(gate.waiting).toBe(4))
  let isClosed = false
  const closed = sender.close().then(() => (isClosed = true))
  await expect(handOver(sender, messages(1))).rejects.toThrow('closed')
  expect(isClosed).toBe(false)
  gate.open(4)
  expect((await work).outcomes.size).toBe(4)
  await closed
})

test('over HTTP/2 many requests share one connection', async () => {
  const server = await startScripted(() => ({ ...OK, afterMs: 2 }), { http2: true })
  const sender = await open(server, { maxConnections: 10, http2Origin: server.url })
  const { outcomes } = await handOver(sender, messages(60))
  expect([...outcomes.values()]).toEqual(Array(60).fill('sent'))
  expect(server.mostAtOnce).toBeGreaterThan(4)
  expect(server.connections).toBe(1)
  await sender.close()
})

test('a connection that breaks over HTTP/2 leaves what it carried in doubt, and another one goes on', async () => {
  const server = await startScripted(asked => (numberOf(asked) === 0 ? 'reset' : OK), { http2: true })
  const sender = await open(server, { maxConnections: 1, http2Origin: server.url })
  const { outcomes } = await handOver(sender, messages(3))
  expect(Object.fromEntries(outcomes)).toEqual({ 0: 'unknown', 1: 'sent', 2: 'sent' })
  await sender.close()
}, 15_000)

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(retryAfterMs({ 'retry-after': '120' }, now)).toBe(120_000)
  expect(retryAfterMs({ 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT' }, now)).toBe(30_000)
  expect(retryAfterMs({ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, now)).toBe(0)
  expect(retryAfterMs({ 'retry-after': 'soon' }, now)).toBeUndefined()
  expect(retryAfterMs({}, now)).toBeUndefined()
})
