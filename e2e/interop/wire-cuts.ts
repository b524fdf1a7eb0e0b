/**
 * A proxy between the product and a server that closes connections at the worst moment: after the final dot, before the server's answer.
 */
import { createServer, type Socket, connect } from 'node:net'

const END_OF_CONTENT = Buffer.from('\r\n.\r\n')

export interface Wire {
  /** How often it broke. */
  cuts(): number
}

/** Forwards everything from one port to another; closes the connection at every so many-th final dot. */
export async function startWire(from: number, to: number, every = Infinity): Promise<Wire> {
  let dots = 0
  let cuts = 0
  const server = createServer({ noDelay: true }, client => {
    const upstream = connect({ port: to, host: '127.0.0.1', noDelay: true })
    let isBreaking = false
    let tail = Buffer.alloc(0)
    client.on('data', (piece: Buffer) => {
      upstream.write(piece)
      const seen = Buffer.concat([tail, piece])
      tail = seen.subarray(-END_OF_CONTENT.length + 1)
      for (let at = seen.indexOf(END_OF_CONTENT); at !== -1; at = seen.indexOf(END_OF_CONTENT, at + 1)) {
        dots += 1
        isBreaking ||= dots % every === 0
      }
    })
    upstream.on('data', (piece: Buffer) => {
      if (!isBreaking) return void client.write(piece)
      // The server has answered, so it has the message.
      cuts += 1
      client.destroy()
      upstream.destroy()
    })
    endTogether(client, upstream)
  })
  await new Promise<void>(resolve => server.listen(from, '127.0.0.1', resolve))
  return { cuts: () => cuts }
}

function endTogether(one: Socket, other: Socket): void {
  for (const [socket, its] of [
    [one, other],
    [other, one],
  ] as const) {
    socket.on('error', () => its.destroy())
    socket.on('close', () => its.destroy())
    socket.on('end', () => its.end())
  }
}
