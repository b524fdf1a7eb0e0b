/** Entry of a process that plays a push service: takes every message with 201, as fast as a socket goes, and counts. */
import { createServer, type Socket } from 'node:net'

const TAKEN = Buffer.from('HTTP/1.1 201 Created\r\nContent-Length: 0\r\nLocation: /m/1\r\n\r\n')
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
