import { createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

interface Ece {
  decrypt(body: Buffer, options: { version: string; privateKey: unknown; authSecret: string }): Buffer
}
// Independent code for RFC 8188 and 8291; it comes with web-push.
const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as Ece

/** A browser as far as a push service knows it. */
export interface TestBrowser {
  endpoint: string
  p256dh: string
  auth: string
  /** What it reads in a sealed message. */
  open(body: Buffer): { notification: Record<string, unknown> }
}

export interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  origin: string
  received: Pushed[]
  /** Answers of single paths; everything else is taken with 201. */
  answers: Map<string, { status: number; headers?: Record<string, string>; body?: string }>
  newBrowser(): TestBrowser
  close(): Promise<void>
}

/** A push service on a free port of this machine (RFC 8030). */
export async function startPushService(): Promise<PushService> {
  const received: Pushed[] = []
  const answers: PushService['answers'] = new Map()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
      const {
        status,
        headers = {},
        body = '',
      } = answers.get(path) ?? { status: 201, headers: { location: `${path}/message` } }
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answers,
    newBrowser: () => newBrowser(`${origin}/push/${randomBytes(9).toString('base64url')}`),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function newBrowser(endpoint: string): TestBrowser {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    endpoint,
    p256dh,
    auth,
    open: body =>
      JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString()) as never,
  }
}

/** What a site's server proves a visitor's identity with. */
export function proofOf(identityKey: string, externalUserId: string): string {
  return createHmac('sha256', identityKey).update(externalUserId).digest('hex')
}
