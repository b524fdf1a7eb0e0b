import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A raw connection to an SMTP server, for input that no library would send. */
export interface SmtpTalk {
  socket: Socket
  write(text: string): void
  /** The next `count` complete replies, without the final line break; lines of one reply are joined by line feeds. */
  replies(count: number): Promise<string[]>
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>
}

/** Connects and waits for the greeting. */
export async function openSmtpTalk(port: number): Promise<SmtpTalk> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const got: string[] = []
  let rest = ''
  let lines: string[] = []
  let wake = () => {}
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.on('data', chunk => {
    const parts = (rest + chunk.toString()).split('\r\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      if (line[3] === '-') continue
      got.push(lines.join('\n'))
      lines = []
    }
    wake()
  })
  const replies = async (count: number) => {
    while (got.length < count) await new Promise<void>(resolve => (wake = resolve))
    return got.splice(0, count)
  }
  await replies(1)
  return { socket, write: text => void socket.write(text), replies, closed }
}
