/**
 * The push service of Chromium: check-in, registration, and the connection over which messages arrive (MCS, the mobile connection server of
 * GCM; google_apis/gcm in Chromium's source), and an RFC 8030 endpoint to which a site's sender posts.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo, Server, Socket } from 'node:net'
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer as createTlsServer } from 'node:tls'
import { SELF_SIGNED } from '@notifly/server/testing/channels/certificates'

/** The answer to a sender's message, and the options of the message. */
export interface PushEndpoint {
  origin: string
  /** Switches of Chromium that lead here. */
  args: string[]
  /** The endpoint that replaces the one Chromium hands out: the same subscription, at this machine. */
  endpointOf(chromiums: string): string
  /** The browser has given up all it had. */
  forgetAll(): void
  stop(): Promise<void>
}

interface Registration {
  category: string
  subtype: string
  sender: string
}

/** Tags of MCS messages. */
const MCS = { ping: 0, pingAnswer: 1, loginAnswer: 3, data: 8 } as const
const MCS_VERSION = 41

/** Starts it on free ports. */
export async function startGcm(): Promise<PushEndpoint> {
  const registrations = new Map<string, Registration>()
  const links = new Set<Socket>()
  const push = (token: string, request: IncomingMessage, body: Buffer): number => {
    const registration = registrations.get(token)
    if (registration === undefined) return 410
    const encoding = String(request.headers['content-encoding'])
    for (const link of links) link.write(frame(MCS.data, dataMessage(registration, encoding, body)))
    return 201
  }
  const http = createHttpServer((request, response) => void serve(request, response, registrations, push))
  const mcs = createTlsServer(SELF_SIGNED, socket => {
    links.add(socket)
    socket.on('close', () => links.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write(Buffer.concat([Buffer.of(MCS_VERSION), frame(MCS.loginAnswer, text(1, 'login'))])),
    )
    // Only a ping asks for an answer; whatever else Chromium says is acknowledgement.
    socket.on('data', (chunk: Buffer) => {
      if (chunk[0] === MCS.ping && chunk.length <= 8) socket.write(frame(MCS.pingAnswer, Buffer.alloc(0)))
    })
  })
  const [port, mcsPort] = await Promise.all([listen(http), listen(mcs)])
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    args: [
      `--gcm-checkin-url=${origin}/checkin`,
      `--gcm-registration-url=${origin}/register`,
      `--gcm-mcs-endpoint=https://localhost:${mcsPort}`,
      '--ignore-certificate-errors',
    ],
    endpointOf: chromiums => `${origin}/push/${chromiums.split('/').at(-1)}`,
    forgetAll: () => registrations.clear(),
    async stop() {
      for (const link of links) link.destroy()
      http.closeAllConnections()
      await Promise.all([http, mcs].map(server => new Promise(resolve => server.close(resolve))))
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  registrations: Map<string, Registration>,
  push: (token: string, request: IncomingMessage, body: Buffer) => number,
): Promise<void> {
  const body = await buffer(request)
  const path = request.url ?? ''
  if (path === '/checkin') {
    response.setHeader('content-type', 'application/x-protobuf')
    return void response.end(CHECKIN)
  }
  if (path === '/register') {
    const fields = new URLSearchParams(body.toString())
    if (fields.get('delete') === 'true') return void response.end('deleted=x')
    const token = `${randomBytes(11).toString('base64url').replaceAll(/[-_]/g, 'x')}:${randomBytes(30).toString('base64url')}`
    registrations.set(token, {
      category: fields.get('app') ?? '',
      subtype: fields.get('X-subtype') ?? '',
      sender: fields.get('sender') ?? '',
    })
    return void response.end(`token=${token}`)
  }
  const status = push(decodeURIComponent(path.split('/').at(-1) ?? ''), request, body)
  response.writeHead(status, { location: `${path}/${randomUUID()}` }).end()
}

// Protocol Buffers, as far as these messages go.

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(value.length), value])
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value))
}

function frame(tag: number, message: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), varint(message.length), message])
}

function fixed64(field: number): Buffer {
  const value = randomBytes(8)
  value[7] = 0
  return Buffer.concat([varint(field * 8 + 1), value])
}

/** AndroidCheckinResponse: statistics are accepted, an id, a token, a version of settings. */
const CHECKIN = Buffer.concat([Buffer.of(8, 1), fixed64(7), fixed64(8), text(11, 'tests')])

/** DataMessageStanza: id, from, category, app_data, persistent_id, raw_data. */
function dataMessage({ category, subtype, sender }: Registration, encoding: string, body: Buffer): Buffer {
  const pair = (key: string, value: string) => bytes(7, Buffer.concat([text(1, key), text(2, value)]))
  return Buffer.concat([
    text(2, randomUUID()),
    text(3, sender),
    text(5, category),
    ...(subtype === '' ? [] : [pair('subtype', subtype)]),
    pair('content-encoding', encoding),
    text(9, randomUUID()),
    bytes(21, body),
  ])
}
