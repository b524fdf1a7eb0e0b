import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { SELF_SIGNED } from '../../testing/channels/certificates.ts'
import { errorReason } from '../network-reasons.ts'
import type { HttpRequest } from './http-exchange.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'

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

function open(timeoutMs = 10_000): HttpClient {
  const client = openHttpClient({ maxConnections: 10, timeoutMs })
  onTestFinished(() => client.close())
  return client
}

function post(origin: string, request: Partial<HttpRequest> = {}): HttpRequest {
  return { origin, path: '/a?b=c', method: 'POST', headers: { 'x-name': 'value' }, body: 'hello', ...request }
}

const reasonOf = (error: unknown): string => errorReason(error as Error)

test('one request after the other takes no new connection for each', async () => {
  let connections = 0
  const server = createHttpServer((request, response) => void request.pipe(response))
  server.on('connection', () => connections++)
  const origin = await listen(server)
  const client = open()
  for (const body of ['hello', Buffer.from([65, 66]), 'न', '', 'more', 'last'])
    expect(await client.ask(post(origin, { body }))).toMatchObject({ status: 200, body: String(body) })
  // An answer is passed on before its connection is free.
  expect(connections).toBeLessThanOrEqual(2)
})

test('nothing that could end a line gets into a request, and however many are refused, others go on', async () => {
  const server = createHttpServer((_, response) => void response.end('ok'))
  const origin = await listen(server)
  const client = open()
  for (const wrong of [
    { path: '/a b' },
    { path: '/a\r\nx: y' },
    { path: 'a' },
    { path: '/é' },
    { headers: { topic: 'a\nb' } },
    { headers: { 'a b': 'c' } },
    { headers: { authorization: 'Bearer key\u200b' } },
  ])
    expect(await client.ask(post(origin, wrong)).catch(reasonOf)).toBe('request_unwritable')
  expect(await client.ask(post(origin))).toMatchObject({ status: 200 })
})

test('an answer in many pieces, one that closes, and one without a length are read; none of them is taken for the next', async () => {
  const { origin, sockets } = await start((socket, _, connection) => {
    if (connection === 2) socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok')
    else if (connection === 3) socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end')
    else if (connection === 1) {
      // More than is allowed belongs to no answer: the connection is closed.
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
