/**
 * Entry of a process that receives messages over HTTP: it sends the same answer to every request, as fast as a socket allows, and counts.
 * Its argument: status line, headers and body of the answer, as JSON.
 */
import { createServer, type Socket } from 'node:net'

const { status, headers, body } = JSON.parse(process.argv[2] ?? '') as {
  status: string
  headers: Record<string, string>
  body: string
}
const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
const ANSWER = Buffer.from(`HTTP/1.1 ${status}\r\n${lines.map(line => line.join(': ')).join('\r\n')}\r\n\r\n${body}`)
const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\ncontent-length: ')
const NOTHING: Buffer = Buffer.alloc(0)
const CARRIAGE_RETURN = 13
const ZERO = 48

let messages = 0

const server = createServer({ noDelay: true }, socket => {
  let waiting = NOTHING
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    waiting = take(socket, waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]))
  })
})

/** Answers every complete request. Returns the bytes that are left. */
function take(socket: Socket, bytes: Buffer): Buffer {
  let rest = bytes
  for (let end = rest.indexOf(HEAD_END); end >= 0; end = rest.indexOf(HEAD_END)) {
    const next = end + HEAD_END.length + contentLength(rest, end)
    if (rest.length < next) return rest
    rest = rest.length === next ? NOTHING : rest.subarray(next)
    messages++
    socket.write(ANSWER)
  }
  return rest
}

function contentLength(bytes: Buffer, headEnd: number): number {
  // As both clients of ours write it; another spelling is read more slowly.
  const at = bytes.indexOf(LENGTH)
  if (at === -1 || at > headEnd)
    return Number(/content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, headEnd))?.[1] ?? 0)
  let length = 0
  for (let digit = at + LENGTH.length; bytes[digit] !== CARRIAGE_RETURN; digit++)
    length = length * 10 + (bytes[digit] ?? ZERO) - ZERO
  return length
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.on('message', () => process.send?.({ messages }))
process.on('disconnect', () => process.exit(0))
