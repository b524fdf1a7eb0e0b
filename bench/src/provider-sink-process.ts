/**
 * Entry of a process that plays a provider spoken to by HTTP: answers every request with one and the same JSON, as fast as a
 * socket goes, and counts. The answer's body is its argument.
 */
import { createServer, type Socket } from 'node:net'

const body = process.argv[2] ?? '{}'
const TAKEN = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
)
const HEAD_END = Buffer.from('\r\n\r\n')

let messages = 0

const server = createServer(socket => {
  let waiting: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    waiting = take(socket, waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]))
  })
})

/** Answers every whole request; what is left comes back. */
function take(socket: Socket, bytes: Buffer): Buffer {
  let rest = bytes
  for (let end = rest.indexOf(HEAD_END); end >= 0; end = rest.indexOf(HEAD_END)) {
    const length = Number(/content-length: (\d+)/i.exec(rest.toString('latin1', 0, end))?.[1] ?? 0)
    if (rest.length < end + 4 + length) break
    rest = rest.subarray(end + 4 + length)
    messages++
    socket.write(TAKEN)
  }
  return rest
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.on('message', () => process.send?.({ messages }))
process.on('disconnect', () => process.exit(0))
