/**
 * The limit of the email benchmarks: the least that an SMTP client can do. One fixed mail, one buffer, one write and one round trip for
 * each; no state, no timeouts, and replies are read only to know when the next mail may be sent.
 */
import { connect, type Socket } from 'node:net'

interface RawLoad {
  port: number
  connections: number
  mails: number
  /** With CRLF line ends, the last line ended, no line beginning with a dot. */
  content: Buffer
}

const ENVELOPE = 'MAIL FROM:<b.raw@bounces.example>\r\nRCPT TO:<person@example.test>\r\nDATA\r\n'

/** Sends the mails as fast as the server takes them. Returns mails per second, from the first envelope to the last answer. */
export async function sendRaw({ port, connections, mails, content }: RawLoad): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => greet(port)))
  const next = Buffer.concat([content, Buffer.from(`.\r\n${ENVELOPE}`)])
  const last = Buffer.concat([content, Buffer.from('.\r\nQUIT\r\n')])
  let left = mails - Math.min(mails, connections)
  const began = performance.now()
  await Promise.all(sockets.slice(0, mails).map(socket => pump(socket, () => (left-- > 0 ? next : last))))
  const tookSeconds = (performance.now() - began) / 1000
  for (const socket of sockets) socket.destroy()
  return mails / tookSeconds
}

function pump(socket: Socket, take: () => Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (/(^|\n)[45]/.test(text)) return reject(new Error(`the server answered ${text}`))
      if (text.includes('354 ')) socket.write(take())
      if (text.includes('221 ')) resolve()
    })
    socket.once('close', () => reject(new Error('the server hung up')))
    socket.once('error', reject)
    socket.write(ENVELOPE, 'latin1')
  })
}

function greet(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.on('data', function onData(chunk: Buffer) {
      if (chunk.includes('220 ')) socket.write('EHLO localhost\r\n')
      if (!chunk.includes('250 ')) return
      socket.off('data', onData).off('error', reject)
      resolve(socket)
    })
  })
}
