/**
 * The fastest SMTP server that is still one: takes every mail, counts it, keeps nothing but, if asked, the recipients. It
 * speaks PIPELINING and answers each piece that arrives in one write. Benchmarks run it as a process of its own:
 *
 *     node smtp-sink.ts [--port=0] [--latency-ms=0] [--record]
 *
 * which prints `{"port":...}` and, at SIGTERM, `{"mails":...,"recipients":{...}}`. Forked, it also answers the message
 * `report` with the same.
 */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { parseArgs } from 'node:util'

interface SinkOptions {
  port?: number
  /** Every answer waits this long. */
  latencyMs?: number
  /** Count mails per recipient address; costs memory. */
  record?: boolean
  capabilities?: string[]
}

export interface SinkReport {
  mails: number
  /** Connections that are open now. */
  open: number
  /** Connections that ended without a QUIT. */
  broken: number
  /** Mails per address; empty unless recording. */
  recipients: Record<string, number>
}

export interface SmtpSink {
  port: number
  report(): SinkReport
  close(): Promise<void>
}

interface SinkSession {
  inContent: boolean
  /** Unfinished command line, or the last bytes of a content. */
  rest: Buffer
  recipient: string
  hasQuit: boolean
}

const END = Buffer.from('\r\n.\r\n')
const LINE_END = Buffer.from('\r\n')
const EMPTY = Buffer.alloc(0)

/** Starts a sink on the loopback address. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const state = { mails: 0, broken: 0, recipients: new Map<string, number>() }
  const sockets = new Set<Socket>()
  const greeting = ['sink', ...(options.capabilities ?? ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'AUTH PLAIN'])]
  const ehlo = greeting.map((line, index) => `250${index === greeting.length - 1 ? ' ' : '-'}${line}\r\n`).join('')

  const server = createServer({ noDelay: true }, socket => {
    const session: SinkSession = { inContent: false, rest: EMPTY, recipient: '', hasQuit: false }
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      if (!session.hasQuit) state.broken++
    })
    const answer = (text: string) => {
      if (options.latencyMs === undefined || options.latencyMs === 0) socket.write(text, 'latin1')
      else setTimeout(() => socket.writable && socket.write(text, 'latin1'), options.latencyMs)
    }
    socket.on('data', (chunk: Buffer) => {
      const replies = consume(session, chunk, ehlo, () => {
        state.mails++
        if (options.record === true) {
          state.recipients.set(session.recipient, (state.recipients.get(session.recipient) ?? 0) + 1)
        }
      })
      if (replies !== '') answer(replies)
      if (session.hasQuit) socket.end()
    })
    answer('220 sink\r\n')
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    report: () => ({
      mails: state.mails,
      open: sockets.size,
      broken: state.broken,
      recipients: Object.fromEntries(state.recipients),
    }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Reads one chunk and answers the replies that it asks for. */
function consume(session: SinkSession, chunk: Buffer, ehlo: string, onMail: () => void): string {
  let data = session.rest.length === 0 ? chunk : Buffer.concat([session.rest, chunk])
  let replies = ''
  for (;;) {
    const end = data.indexOf(session.inContent ? END : LINE_END)
    if (end === -1) {
      // Of a content only what may be the beginning of its end is kept.
      session.rest = session.inContent ? data.subarray(Math.max(0, data.length - END.length + 1)) : data
      return replies
    }
    if (session.inContent) {
      session.inContent = false
      onMail()
      replies += '250 ok\r\n'
      data = data.subarray(end + END.length)
    } else {
      const line = data.toString('latin1', 0, end)
      const reply = answerTo(session, line, ehlo)
      replies += reply
      // An empty content begins with its dot: the line end of DATA is left for it.
      data = data.subarray(session.inContent ? end : end + LINE_END.length)
    }
  }
}

function answerTo(session: SinkSession, line: string, ehlo: string): string {
  const verb = line.slice(0, 4).toUpperCase()
  if (verb === 'DATA') {
    session.inContent = true
    return '354 go\r\n'
  }
  if (verb === 'RCPT') session.recipient = line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'))
  if (verb === 'EHLO') return ehlo
  if (verb === 'AUTH') return '235 ok\r\n'
  if (verb !== 'QUIT') return '250 ok\r\n'
  session.hasQuit = true
  return '221 bye\r\n'
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      'latency-ms': { type: 'string', default: '0' },
      record: { type: 'boolean', default: false },
    },
  })
  const latencyMs = Number(values['latency-ms'])
  const sink = await startSmtpSink({ port: Number(values.port), latencyMs, record: values.record })
  const say = (message: object) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
    else console.log(JSON.stringify(message))
  }
  say({ port: sink.port })
  process.on('message', message => message === 'report' && say(sink.report()))
  process.on('disconnect', () => process.exit())
  process.once('SIGTERM', () => {
    say(sink.report())
    process.exitCode = 0
    void sink.close().then(() => process.disconnect?.())
  })
}

if (import.meta.main) await main()
