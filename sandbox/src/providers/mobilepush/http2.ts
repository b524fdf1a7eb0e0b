import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// HTTP/2 without encryption on the port of HTTP/1.1. A client that uses it says so in its first bytes (RFC 9113 section
// 3.4). Requests of both versions are handled by the same routes.

const PREFACE = Buffer.from('PRI * HTTP/2.0')

/** Makes the server accept both. */
export function acceptHttp2(app: FastifyInstance): void {
  const sessions = new Set<ServerHttp2Session>()
  const http2 = createHttp2Server((request, response) => {
    // HTTP/2's equivalent of the Host header.
    request.headers.host ??= request.headers[':authority']
    app.routing(
      request as unknown as Parameters<typeof app.routing>[0],
      response as unknown as Parameters<typeof app.routing>[1],
    )
  })
  http2.on('session', session => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => session.destroy())
  })
  const listeners = app.server.listeners('connection') as ((socket: Socket) => void)[]
  app.server.removeAllListeners('connection')
  app.server.on('connection', (socket: Socket) => {
    whenKnown(socket, isHttp2 => hand(socket, isHttp2 ? http2 : null, listeners, app))
  })
  app.addHook('preClose', async () => {
    for (const session of sessions) session.destroy()
  })
}

function hand(
  socket: Socket,
  http2: Http2Server | null,
  listeners: readonly ((socket: Socket) => void)[],
  app: FastifyInstance,
): void {
  if (http2 !== null) http2.emit('connection', socket)
  else for (const listen of listeners) listen.call(app.server, socket)
}

/** Detects the protocol and puts the bytes back. The first bytes of either one arrive together. */
function whenKnown(socket: Socket, tell: (isHttp2: boolean) => void): void {
  const onError = () => socket.destroy()
  socket.once('error', onError)
  socket.once('readable', () => {
    socket.off('error', onError)
    const first = socket.read() as Buffer | null
    if (first === null) return void socket.destroy()
    socket.unshift(first)
    tell(first.subarray(0, PREFACE.length).equals(PREFACE.subarray(0, first.length)))
  })
}
