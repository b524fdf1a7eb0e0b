import { once } from 'node:events'
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SELF_SIGNED } from '../../../testing/certificates.ts'
import { errorReason } from '../../network-reasons.ts'
import type { HttpRequest } from '../http-exchange.ts'
import { Http1Client } from './http1-client.ts'

type Play = (socket: Socket, asked: string, connection: number) => void

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

async function listen(server: Server, scheme = 'http') {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Plays for each piece that arrives. */
async function start(play: Play): Promise<{ origin: string; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    const number = sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', asked => play(socket, asked.toString('latin1'), number))
  })
  onTestFinished(() => sockets.forEach(socket => socket.destroy()))
  return { origin: await listen(server), sockets }
}

function open(timeoutMs = 10_000): Http1Client {
  const client = new Http1Client({ timeoutMs, connectTimeoutMs: 10_000 })
  onTestFinished(() => client.close())
  return client
}

function post(origin: string, request: Partial<HttpRequest> = {}): HttpRequest {
  return { origin, path: '/a?b=c', method: 'POST', headers: { 'x-name': 'value' }, body: 'hello', ...request }
}

const reasonOf = (error: unknown): string => errorReason(error as Error)

test('a request goes over the wire in one piece, and the next one follows on the same connection', async () => {
  const pieces: string[] = []
  const { origin, sockets } = await start((socket, asked) => {
    pieces.push(asked)
    socket.write(OK)
  })
  const client = open()
  expect(await client.ask(post(origin))).toMatchObject({ status: 200, body: 'ok' })
  await client.ask(post(origin, { body: Buffer.from([0, 255]) }))
  await client.ask(post(origin, { body: 'न', headers: {} }))
  const head = `POST /a?b=c HTTP/1.1\r\nhost: ${origin.slice(7)}\r\nconnection: keep-alive\r\n`
  expect(pieces).toEqual([
    `${head}x-name: value\r\ncontent-length: 5\r\n\r\nhello`,
    `${head}x-name: value\r\ncontent-length: 2\r\n\r\n\0\u00ff`,
    `${head}content-length: 3\r\n\r\n${Buffer.from('न').toString('latin1')}`,
  ])
  expect(sockets).toHaveLength(1)
})

test('nothing that could end a line gets into a request', async () => {
  const { origin, sockets } = await start(socket => socket.write(OK))
  const client = open()
  for (const wrong of [
    { path: '/a b' },
    { path: '/a\r\nx: y' },
    { path: 'a' },
    { path: '/é' },
    { headers: { topic: 'a\nb' } },
    { headers: { 'a b': 'c' } },
  ])
    await expect(client.ask(post(origin, wrong))).rejects.toThrow('this is no')
  expect(sockets).toHaveLength(0)
})

test('an answer in many pieces, one that closes, and one without a length are read; none of them is taken for the next', async () => {
  const { origin, sockets } = await start((socket, _, connection) => {
    if (connection === 2) socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok')
    else if (connection === 3) socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end')
    else if (connection === 1) {
      // What is too much belongs to nobody: the connection goes.
      for (const letter of `${OK}HTTP/1.1 500 No\r\n\r\n`) socket.write(letter)
    } else socket.write(OK)
  })
  const client = open()
  const bodies = []
  for (let n = 0; n < 4; n++) bodies.push((await client.ask(post(origin))).body)
  expect(bodies).toEqual(['ok', 'ok', 'until the end', 'ok'])
  expect(sockets.length).toBe(4)
})

test('a server that hangs, hangs up or talks nonsense leaves in doubt whether it took the request', async () => {
  const client = open(100)
  const reasons = []
  for (const play of [
    (): void => undefined,
    (socket: Socket): void => void socket.destroy(),
    (socket: Socket): void => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel'),
    (socket: Socket): void => void socket.write('nonsense\r\n\r\n'),
  ]) {
    const { origin } = await start(play)
    reasons.push(await client.ask(post(origin)).catch(reasonOf))
  }
  expect(reasons).toEqual(['timeout', 'connection_lost', 'connection_lost', 'connection_lost'])
})

test('a connection that the server gave up, or that rests too long, is not used again', async () => {
  const { origin, sockets } = await start((socket, _, connection) => {
    socket.write(connection === 1 ? OK : OK.replace('\r\n', '\r\nKeep-Alive: timeout=2\r\n'))
  })
  const client = open()
  await client.ask(post(origin))
  const first = sockets[0]
  first?.end()
  await vi.waitFor(() => expect(first?.destroyed).toBe(true))
  await client.ask(post(origin))
  expect(sockets).toHaveLength(2)
  await vi.waitFor(() => expect(sockets[1]?.destroyed).toBe(true), 8000)
}, 15_000)

test('over TLS the issuer is checked, and a server that is known is found again', async () => {
  const resumed: boolean[] = []
  const server = createTlsServer(SELF_SIGNED, socket => {
    resumed.push(socket.isSessionReused())
    socket.on('error', () => undefined)
    socket.on('data', () => socket.end(OK.replace('\r\n', '\r\nConnection: close\r\n')))
  })
  const origin = (await listen(server, 'https')).replace('127.0.0.1', 'localhost')
  const client = open()
  expect(await client.ask(post(origin)).catch(reasonOf)).toBe('certificate_untrusted')
  const trusted = getCACertificates()
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, SELF_SIGNED.cert])
  for (let n = 0; n < 3; n++) expect(await client.ask(post(origin))).toMatchObject({ status: 200, body: 'ok' })
  expect(resumed).toEqual([false, true, true])
})

test('nobody listens: that is certain', async () => {
  const server = createServer()
  const origin = await listen(server)
  server.close()
  expect(await open().ask(post(origin)).catch(reasonOf)).toBe('connection_refused')
})
