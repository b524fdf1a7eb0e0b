/** Entry of the process that stands between the product and the providers: see soak/faults/fault-proxy.ts. */
import { createServer as createHttpServer, Agent, request, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProxyMode, FaultProxyOrder, FaultProxyReport } from './soak/faults/fault-proxy.ts'

/** Share of the providers' answers that are held back, and for how long: by then the message's first reports have arrived. */
const HELD_SHARE = 0.02
const HELD_MS = 400
/** Share of the calls of hooks that are made twice at the same time, over two connections; and share of those that are made much later. */
const TWICE_SHARE = 0.05
const LATE_SHARE = 0.01
const LATE_MS = 20_000
const RETRY_MS = 1000
const ATTEMPTS = 4
const RUBBISH = '<h1>It works!</h1>\n'
const RUBBISH_ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: ${RUBBISH.length}\r\n\r\n${RUBBISH}`

let mood: ProxyMode = 'open'
const report: FaultProxyReport = { calls: 0, twice: 0, late: 0, waiting: 0, strange: 0, broken: 0 }
const gates: Gate[] = []

process.once('message', (order: FaultProxyOrder) => void start(order))
process.once('disconnect', () => process.exit(0))

async function start({ targets, productPort }: FaultProxyOrder): Promise<void> {
  for (const port of targets) gates.push(new Gate(port))
  const ports = await Promise.all(gates.map(gate => gate.listen(0)))
  const hooks = startHooks(productPort)
  await new Promise<void>(resolve => hooks.listen(0, '127.0.0.1', resolve))
  process.on('message', (told: ProxyMode | 'report') => {
    if (told === 'report') process.send?.(report)
    else void setProxyMode(told).then(() => process.send?.(told))
  })
  process.send?.({ ports, hooksPort: (hooks.address() as AddressInfo).port })
}

async function setProxyMode(told: ProxyMode): Promise<void> {
  const before = mood
  mood = told
  if (told === 'unreachable') for (const gate of gates) gate.shut()
  else if (before === 'unreachable') for (const gate of gates) await gate.listen(gate.port)
}

/** Forwards bytes of any protocol. */
class Gate {
  port = 0
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(target: number) {
    this.#target = target
  }

  async listen(port: number): Promise<number> {
    const server = createServer(client => this.#serve(client))
    this.#server = server
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    return this.port
  }

  /** The server does not answer any more, and open connections are cut. */
  shut(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #serve(client: Socket): void {
    const provider = connect(this.#target, '127.0.0.1')
    for (const socket of [client, provider]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    }
    let before: Promise<unknown> | undefined
    client.on('data', piece => void provider.write(piece))
    client.on('close', () => provider.destroy())
    // What it said before it hung up is still on its way.
    provider.on('close', () => void Promise.resolve(before).then(() => client.destroySoon()))
    provider.on('data', piece => {
      if (mood === 'late') return
      if (mood === 'rubbish') {
        client.end(RUBBISH_ANSWER)
        provider.pause()
        return
      }
      if (before === undefined && Math.random() >= HELD_SHARE) return void client.write(piece)
      // One after the other, in their order.
      const held = (before ?? delay(HELD_MS)).then(() => client.write(piece))
      before = held
      void held.then(() => before === held && (before = undefined))
    })
  }
}

interface Call {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Receives everything that calls the product: reports of providers, phones and browsers, and people who follow links. */
function startHooks(productPort: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const pass = (call: Call) => forwardAgain(call, productPort, agent)
  return createHttpServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming
      const call = { method, url, headers, body: Buffer.concat(chunks) }
      void answerTo(call, pass).then(
        ({ status, headers: said, body }) => {
          const { 'transfer-encoding': _, connection: __, ...rest } = said
          reply.writeHead(status, rest).end(body)
        },
        () => reply.writeHead(502).end(),
      )
    })
  })
}

async function answerTo(call: Call, pass: (call: Call) => Promise<Answer>): Promise<Answer> {
  const isReport = call.method === 'POST' && /^\/(hooks|sdk)\//.test(call.url)
  if (!isReport) return pass(call)
  report.calls++
  const chance = Math.random()
  if (chance < LATE_SHARE) {
    report.late++
    report.waiting++
    void forwardLater(call, pass).finally(() => report.waiting--)
    return { status: 200, headers: {}, body: Buffer.alloc(0) }
  }
  if (chance > LATE_SHARE + TWICE_SHARE) return noted(await pass(call))
  report.twice++
  const [first] = await Promise.all([pass(call), pass(call).then(noted)])
  return noted(first)
}

async function forwardLater(call: Call, pass: (call: Call) => Promise<Answer>): Promise<void> {
  await delay(LATE_MS)
  for (;;) {
    const answer = await pass(call).catch(() => undefined)
    if (answer !== undefined && answer.status < 300) return
    await delay(RETRY_MS)
  }
}

function noted(answer: Answer): Answer {
  if (answer.status >= 300) report.strange++
  return answer
}

/** Repeats a call as proxies do: a server may close an idle connection at the moment at which a request is sent. */
async function forwardAgain(call: Call, port: number, agent: Agent): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await forward(call, port, agent)
    } catch (error) {
      report.broken++
      if (attempt === ATTEMPTS) throw error
      await delay(RETRY_MS)
    }
  }
}

function forward({ method, url, headers, body }: Call, port: number, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _, 'transfer-encoding': __, ...rest } = headers
    const passed = { ...rest, 'content-length': String(body.length) }
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers: passed, agent }, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
      })
      incoming.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
