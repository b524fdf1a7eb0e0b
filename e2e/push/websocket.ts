/** One side of a WebSocket (RFC 6455) for texts, each in one frame: what Firefox and its push service say to each other. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export interface TextSocket {
  send(text: string): void
  close(): void
}

const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** Takes over a connection that asks for it. */
export function acceptWebSocket(request: IncomingMessage, socket: Duplex, onText: (text: string) => void): TextSocket {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const protocol = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim()
  socket.write(
    [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}`,
      ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
      '\r\n',
    ].join('\r\n'),
  )
  let waiting = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let next = readFrame(waiting); next !== undefined; next = readFrame(waiting)) {
      waiting = waiting.subarray(next.length)
      if (next.opcode === OPCODE.text) onText(next.payload.toString())
      if (next.opcode === OPCODE.ping) socket.write(frame(OPCODE.pong, next.payload))
      if (next.opcode === OPCODE.close) socket.end(frame(OPCODE.close, next.payload))
    }
  })
  return { send: text => void socket.write(frame(OPCODE.text, Buffer.from(text))), close: () => void socket.destroy() }
}

function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 6) return undefined
  const short = bytes.readUInt8(1) & 127
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  if (bytes.length < 6 + extra) return undefined
  const size = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const from = 6 + extra
  if (bytes.length < from + size) return undefined
  const mask = bytes.subarray(2 + extra, from)
  const payload = Buffer.from(bytes.subarray(from, from + size).map((byte, at) => byte ^ (mask[at % 4] ?? 0)))
  return { opcode: bytes.readUInt8(0) & 15, payload, length: from + size }
}

function frame(opcode: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 2 : 4)
  head.writeUInt8(128 | opcode)
  if (payload.length < 126) head.writeUInt8(payload.length, 1)
  else {
    head.writeUInt8(126, 1)
    head.writeUInt16BE(payload.length, 2)
  }
  return Buffer.concat([head, payload])
}
