/** A customer's endpoint: takes what comes, checks each signature by itself, and answers as it is told. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** As it came. */
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = number | { status: number; text?: string; headers?: Record<string, string> } | 'silence'

export interface WebhookSink {
  url: string
  received: Received[]
  /** Asked for each request; 200 unless set. */
  answer: (request: Received) => Answer
  /** Most requests that were unanswered at a time. */
  mostAtOnce: number
  /** Resolves when so many have come. */
  came(count: number): Promise<void>
  /** Ends all connections, those that wait for an answer too. */
  hangUp(): void
}

/** Ends after the file's last test. */
export async function startWebhookSink(): Promise<WebhookSink> {
  let atOnce = 0
  let waiting: { count: number; resolve: () => void }[] = []
  const sink: WebhookSink = {
    url: '',
    received: [],
    answer: () => 200,
    mostAtOnce: 0,
    came: count =>
      new Promise(resolve => {
        waiting.push({ count, resolve })
        tell()
      }),
    hangUp: () => server.closeAllConnections(),
  }
  const tell = (): void => {
    for (const each of waiting) if (sink.received.length >= each.count) each.resolve()
    waiting = waiting.filter(({ count }) => sink.received.length < count)
  }
  const take = (request: Received, response: ServerResponse): void => {
    sink.received.push(request)
    tell()
    const answer = sink.answer(request)
    if (answer === 'silence') return
    const { status, text = '', headers = {} } = typeof answer === 'number' ? { status: answer } : answer
    setImmediate(() => {
      atOnce--
      response.writeHead(status, headers).end(text)
    })
  }
  const server = createServer((request, response) => {
    atOnce++
    sink.mostAtOnce = Math.max(sink.mostAtOnce, atOnce)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const body = JSON.parse(text) as Received['body']
      take({ path: request.url ?? '', headers: request.headers, text, body }, response)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return sink
}

/** Which of the secrets signed it, by the text of the specification alone. */
export function signersOf({ headers, text }: Received, secrets: readonly string[]): string[] {
  const given = String(headers['webhook-signature']).split(' ')
  return secrets.filter(secret => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
    return given.includes(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  })
}
