/**
 * The push service of Firefox: the WebSocket over which a browser registers and receives messages (mozilla-push-service.readthedocs.io),
 * and the RFC 8030 endpoint to which a site's sender posts.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface Autopush {
  origin: string
  /** Settings of Firefox that lead here. */
  preferences: Record<string, unknown>
  /** What browsers said of messages: 100 decrypted, 101 not decrypted, 102 not delivered. */
  codes: number[]
  forgetAll(): void
  stop(): Promise<void>
}

interface ServerMessage {
  messageType?: string
  channelID?: string
  uaid?: string
  updates?: { code?: number }[]
  code?: number
}

/** Starts it on a free port. */
export async function startAutopush(): Promise<Autopush> {
  const channels = new Map<string, WebSocket>()
  const codes: number[] = []
  let origin = ''
  const handleMessage = (socket: WebSocket, text: string): void => {
    const said = JSON.parse(text) as ServerMessage
    const answer = answerTo(said, origin)
    if (said.messageType === 'register') channels.set(said.channelID ?? '', socket)
    if (said.messageType === 'unregister') channels.delete(said.channelID ?? '')
    if (said.messageType === 'ack') codes.push(...(said.updates ?? []).map(({ code = 100 }) => code))
    if (said.messageType === 'nack') codes.push(said.code ?? 0)
    if (answer !== undefined) socket.send(JSON.stringify({ messageType: said.messageType, ...answer }))
  }
  const server = createServer((request, response) => {
    void receive(request, channels).then(status => response.writeHead(status, { location: `/m/${randomUUID()}` }).end())
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket => socket.on('message', (text: Buffer) => handleMessage(socket, text.toString())))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  return {
    origin,
    preferences: {
      'dom.push.serverURL': `ws://127.0.0.1:${port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      // Remote control switches it off.
      'dom.push.connection.enabled': true,
    },
    codes,
    forgetAll: () => channels.clear(),
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function answerTo({ messageType, channelID, uaid }: ServerMessage, origin: string): object | undefined {
  if (messageType === 'hello') {
    return { uaid: uaid || randomUUID().replaceAll('-', ''), status: 200, use_webpush: true, broadcasts: {} }
  }
  if (messageType === 'register') return { channelID, status: 200, pushEndpoint: `${origin}/wpush/v2/${channelID}` }
  return messageType === 'unregister' ? { channelID, status: 200 } : undefined
}

async function receive(request: IncomingMessage, channels: ReadonlyMap<string, WebSocket>): Promise<number> {
  const body = await buffer(request)
  const channelID = request.url?.split('/').at(-1) ?? ''
  const socket = channels.get(channelID)
  if (socket === undefined) return 410
  const headers = { encoding: request.headers['content-encoding'] }
  const data = body.toString('base64url')
  socket.send(JSON.stringify({ messageType: 'notification', channelID, version: randomUUID(), ttl: 60, data, headers }))
  return 201
}
