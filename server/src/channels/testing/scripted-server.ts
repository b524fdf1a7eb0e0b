/** A provider on a real socket that does what a test's script says: it answers, hangs, breaks off or is gone. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string
  /** It takes this long; at once when absent. */
  afterMs?: number
}

/** `hang`: no answer ever. `reset`: the connection breaks with the request in hand. `cut`: it breaks within the answer. */
export type Behaviour = Reply | 'hang' | 'reset' | 'cut'

export type Script = (asked: Asked, number: number) => Behaviour | Promise<Behaviour>

export interface ScriptedServer {
  url: string
  /** In the order in which they arrived, whole. */
  asked: readonly Asked[]
  /** The most requests that were under way at once. */
  readonly mostAtOnce: number
  readonly connections: number
  /** What it does from now on. */
  play: (script: Script) => void
}

/** Gone when the test ends. `http2`: speaks HTTP/2 without encryption, and nothing else. */
export async function startScripted(script: Script, { http2 = false } = {}): Promise<ScriptedServer> {
  let current = script
  let atOnce = 0
  let mostAtOnce = 0
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const serve = async (request: Readable & Omit<Asked, 'path' | 'body'> & { url?: string }, response: Responding) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    try {
      const body = Buffer.concat(await request.toArray())
      const { method, url: path = '', headers } = request
      const behaviour = await current({ method, path, headers, body }, asked.push({ method, path, headers, body }))
      await answer(behaviour, response)
    } finally {
      atOnce--
    }
  }
  const handler = (request: unknown, response: unknown): void => {
    serve(request as Parameters<typeof serve>[0], response as Responding).catch(() => undefined) // the other side has gone
  }
  const server = http2 ? createHttp2Server(handler) : createServer(handler)
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get mostAtOnce() {
      return mostAtOnce
    },
    get connections() {
      return connections
    },
    play: next => (current = next),
  }
}

/** What the responses of HTTP/1.1 and HTTP/2 have in common. */
interface Responding {
  writeHead: (status: number, headers?: Record<string, string>) => unknown
  write: (text: string) => unknown
  end: (text?: string) => unknown
  socket: Socket | null
  stream?: { session?: { destroy: () => void } }
}

async function answer(behaviour: Behaviour, response: Responding): Promise<void> {
  if (behaviour === 'hang') return
  if (behaviour === 'reset') return breakOff(response)
  if (behaviour === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"begun":')
    setImmediate(() => breakOff(response))
    return
  }
  const { status, headers, body, afterMs } = behaviour
  if (afterMs !== undefined) await new Promise(resolve => setTimeout(resolve, afterMs))
  response.writeHead(status, headers)
  response.end(body)
}

function breakOff({ socket, stream }: Responding): void {
  if (stream?.session === undefined) socket?.destroy()
  else stream.session.destroy()
}
