/** Hostile and unlucky clients on real sockets; each time another client is served meanwhile. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { BODY_LIMITS } from './body-limits.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'

const KILOBYTE = 1024
const LIMIT_BYTES = 1_048_576

const usual = await testApp()
const strict = await testApp({
  config: { trustedProxies: ['127.0.0.1'] },
  bodies: {
    perCaller: 4,
    callerBytes: 1500 * KILOBYTE,
    totalBytes: 4000 * KILOBYTE,
    patienceMs: 300,
    minBytesPerSecond: 100 * KILOBYTE,
    checkMs: 20,
  },
  connections: { headersMs: 300, requestMs: 60_000, checkMs: 50, connections: 100, perNetwork: 3 },
})
/** Patient, and yet with the bounds on memory of the strict one. */
const small = await testApp({
  config: { trustedProxies: ['127.0.0.1'] },
  bodies: { ...BODY_LIMITS, perCaller: 4, callerBytes: 1500 * KILOBYTE, totalBytes: 2500 * KILOBYTE, checkMs: 20 },
})

const kits = { usual, strict, small }
const ports = { usual: 0, strict: 0, small: 0 }
const sockets = new Set<Socket>()
beforeAll(async () => {
  for (const name of ['usual', 'strict', 'small'] as const) {
    const { app } = kits[name]
    await app.listen({ port: 0, host: '127.0.0.1' })
    ports[name] = (app.server.address() as AddressInfo).port
  }
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Opens a connection and sends the beginning of something. */
function begin(kit: keyof typeof kits, lines: readonly string[], localAddress?: string): Socket {
  const socket = connect({ port: ports[kit], host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) })
  socket.on('error', () => undefined)
  sockets.add(socket)
  socket.write(lines.join('\r\n'))
  return socket
}

const post = (headers: readonly string[], path = '/authP/sign-up') => [
  `POST ${path} HTTP/1.1`,
  'Host: localhost',
  ...headers,
  '',
  '',
]
const FORM = 'Content-Type: multipart/form-data; boundary=x'
const CHUNKED = 'Transfer-Encoding: chunked'

async function statusOf(socket: Socket): Promise<number> {
  const [start] = (await once(socket, 'data')) as [Buffer]
  return Number(/^HTTP\/1\.1 (\d+)/.exec(start.toString())?.[1])
}

const closing = (socket: Socket) => new Promise<unknown>(resolve => socket.once('close', resolve))

const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const FILE_PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

/** Sends as much as it is let. */
function pour(socket: Socket): void {
  const more = chunk('x'.repeat(256 * KILOBYTE))
  const go = (): void => {
    while (!socket.destroyed && socket.write(more));
  }
  socket.on('drain', go)
  go()
}

async function isServed(kit: keyof typeof kits): Promise<void> {
  const signUp = { name: 'Asha', email: `p${Math.random()}@example.com`, password: 'correct horse 7!' }
  const answer = await fetch(`http://127.0.0.1:${ports[kit]}/authP/sign-up`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.77', Connection: 'close' },
    body: JSON.stringify(signUp),
  })
  expect(answer.status).toBe(201)
}

describe('a body that is too large', () => {
  test.each(['application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'by its own account (%s) is refused before a byte of it came',
    async type => {
      const socket = begin('usual', post([`Content-Type: ${type}`, `Content-Length: ${LIMIT_BYTES + 1}`]))
      expect(await statusOf(socket)).toBe(413)
    },
  )

  test('with a file is refused as early', async () => {
    const { bearer } = await usual.withApplication()
    const headers = [FORM, `Content-Length: ${500 * LIMIT_BYTES}`, `Authorization: Bearer ${bearer}`]
    const socket = begin('usual', post(headers, '/api/audience/verify'))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 .*connection: close/is)
  })

  test.each([
    ['one field', field('name', 'x'.repeat(LIMIT_BYTES))],
    ['many fields', field('name', 'x'.repeat(10 * KILOBYTE)).repeat(LIMIT_BYTES / (10 * KILOBYTE) + 1)],
  ])('although it declared no length is refused as it grows: a form of %s without an end', async (_, content) => {
    const socket = begin('usual', post([FORM, CHUNKED]))
    socket.write(chunk(content))
    expect(await statusOf(socket)).toBe(413)
    await isServed('usual')
  })

  test.each([
    ['of JSON', ['Content-Type: application/json'], '/authP/sign-up', '"'],
    ['with a file', [FORM], '/api/user/asset/upload', FILE_PART],
  ])(
    'although it declared no length and has no end is answered before its connection breaks: %s',
    async (_, headers, path, start) => {
      const { bearer } = await usual.withApplication()
      const socket = begin('usual', post([...headers, CHUNKED, `Authorization: Bearer ${bearer}`], path))
      let answer = ''
      socket.on('data', (piece: Buffer) => (answer += piece.toString()))
      const closed = closing(socket)
      socket.write(chunk(start))
      pour(socket)
      await closed
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      await isServed('usual')
    },
  )

  test('that goes on after its refusal loses its connection', async () => {
    const { bearer } = await small.withApplication()
    const path = '/api/user/asset/upload'
    const socket = begin('small', post([FORM, CHUNKED, `Authorization: Bearer ${bearer}`], path))
    const closed = closing(socket)
    socket.write(chunk(FILE_PART))
    pour(socket)
    await closed
    expect(socket.bytesWritten).toBeLessThan(64 * LIMIT_BYTES)
    await isServed('small')
  })
})

describe('a form', () => {
  const manyFields = Array.from({ length: 10_000 }, (_, i) => i)

  test('of 10,000 fields is refused, encoded either way', async () => {
    const encoded = manyFields.map(i => `f${i}=1`).join('&')
    const url = `http://127.0.0.1:${ports.usual}/authP/sign-up`
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await fetch(url, { method: 'POST', headers, body: encoded })).status).toBe(413)
    const parts = `${manyFields.map(i => field(`f${i}`, '1')).join('')}--x--\r\n`
    const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect((await fetch(url, { method: 'POST', headers: multipart, body: parts })).status).toBe(413)
    await isServed('usual')
  })

  test.each([
    ['a huge name', field('n'.repeat(100_000), 'x')],
    ['a header without end', `--x\r\nContent-Disposition: form-data; name="a"\r\nX: ${'y'.repeat(200_000)}`],
    [
      'JSON that is none',
      '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{\r\n',
    ],
  ])('with %s is refused', async (_, content) => {
    const url = `http://127.0.0.1:${ports.usual}/authP/sign-up`
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const answer = await fetch(url, { method: 'POST', headers, body: `${content}--x--\r\n` })
    expect(answer.status).toBe(400)
  })
})

describe('a client that is slow', () => {
  test('with its headers is told so and let go', async () => {
    const socket = begin('strict', ['POST /authP/sign-up HTTP/1.1', 'Host: localhost'])
    expect(await statusOf(socket)).toBe(408)
    await isServed('strict')
  })

  test('with its body is let go, whatever it is sending', async () => {
    const headers = ['Content-Type: application/json', 'Content-Length: 900000']
    const socket = begin('strict', [...post(headers), '{"name": "'])
    const drip = setInterval(() => socket.write('x'), 20)
    await closing(socket)
    clearInterval(drip)
    expect(socket.bytesWritten).toBeLessThan(900_000)
    await isServed('strict')
  })
})

describe('many unfinished bodies', () => {
  const unfinished = (address: string, kilobytes: number) => {
    const headers = ['Content-Type: application/json', `Content-Length: ${LIMIT_BYTES}`, `X-Forwarded-For: ${address}`]
    return begin('small', [...post(headers), `"${'x'.repeat(kilobytes * KILOBYTE)}`])
  }

  test('of one caller: the largest goes when they hold too much, and no other caller loses any', async () => {
    const others = unfinished('198.51.100.1', 300)
    const [first, largest] = [unfinished('198.51.100.2', 700), unfinished('198.51.100.2', 1000)]
    await closing(largest)
    expect([others.destroyed, first.destroyed]).toEqual([false, false])
    for (const socket of [others, first]) socket.destroy()
    await isServed('small')
  })

  test('of all callers: who holds most loses first', async () => {
    const others = [10, 11].map(last => unfinished(`198.51.100.${last}`, 600))
    const [largest, small] = [unfinished('198.51.100.12', 1000), unfinished('198.51.100.12', 450)]
    await closing(largest)
    expect([...others, small].map(socket => socket.destroyed)).toEqual([false, false, false])
    for (const socket of [...others, small]) socket.destroy()
    await isServed('small')
  })

  test('in number: one caller is asked to come again, another is served', async () => {
    const waiting = [1, 2, 3, 4].map(() => unfinished('198.51.100.20', 1))
    await expect.poll(() => statusOf(unfinished('198.51.100.20', 0)), { timeout: 10_000 }).toBe(429)
    await isServed('small')
    for (const socket of waiting) socket.destroy()
  })
})

describe('a client that hangs up', () => {
  const address = '198.51.100.30'
  const complete = (kilobytes: number) => {
    const person = { name: 'Asha', email: `h${Math.random()}@example.com`, password: 'correct horse 7!' }
    const body = JSON.stringify(person).padEnd(kilobytes * KILOBYTE)
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`, `X-Forwarded-For: ${address}`]
    const socket = begin('small', post(headers))
    socket.write(body)
    return socket
  }
  const unfinished = (kilobytes: number) => {
    const headers = ['Content-Type: application/json', `Content-Length: ${LIMIT_BYTES}`, `X-Forwarded-For: ${address}`]
    return begin('small', [...post(headers), `"${'x'.repeat(kilobytes * KILOBYTE)}`])
  }

  test('while its body is worked on: the body counts until that has ended', async () => {
    const { pool } = small.database
    const client = await pool.connect()
    await client.query('begin; lock table account in exclusive mode')
    const worked = complete(900)
    // The new account's own row: jobs of other tests wait for the table as well.
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "account"%'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)
    worked.destroy()
    await closing(unfinished(700))
    await client.query('rollback')
    client.release()
    await expect.poll(() => statusOf(complete(700)), { timeout: 10_000 }).toBe(201)
  })

  test('in the middle of its body leaves nothing that counts', async () => {
    for (let i = 0; i < 4; i++) {
      const socket = unfinished(900)
      await expect.poll(() => socket.writableLength).toBe(0)
      socket.destroy()
    }
    expect(await statusOf(complete(900))).toBe(201)
  })
})

test('a flood of headers is refused', async () => {
  const flood = Array.from({ length: 5000 }, (_, i) => `X-Header-${i}: flood`)
  expect(await statusOf(begin('usual', ['GET / HTTP/1.1', 'Host: localhost', ...flood, '', '']))).toBe(431)
})

test('one network has so many connections and no more; another still connects', async () => {
  const hello = ['GET /healthz HTTP/1.1', 'Host: localhost', '', '']
  const open = [1, 2, 3].map(() => begin('strict', hello, '127.0.0.2'))
  for (const socket of open) expect(await statusOf(socket)).toBe(200)
  await closing(begin('strict', hello, '127.0.0.2'))
  expect(await statusOf(begin('strict', hello, '127.0.0.3'))).toBe(200)
  for (const socket of open) socket.destroy()
})

test('the largest uploads have time on slow lines', () => {
  const slowest = (100 * LIMIT_BYTES) / (CONNECTION_LIMITS.requestMs / 1000)
  expect(slowest).toBeLessThan(60_000)
  expect(BODY_LIMITS.minBytesPerSecond).toBeLessThan(slowest)
})
