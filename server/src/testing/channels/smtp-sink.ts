/**
 * The fastest SMTP server that is still one: takes every mail, counts it, keeps nothing but, if asked, the recipients. It
 * speaks PIPELINING and answers each piece that arrives in one write. Benchmarks run it as a process of its own:
 *
 *     node smtp-sink.ts [--port=0] [--latency-ms=0] [--record]
 *
 * which prints `{"port":...}` and, at SIGTERM, `{"mails":...,"recipients":{...}}`. Forked, it also answers the message
 * `report` with the same, and `tally` with the numbers alone.
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
  /** The same by how the sender introduced itself (EHLO); empty unless recording. */
  senders: Record<string, Record<string, number>>
}

/** A report without its long lists. */
export type SinkTally = Omit<SinkReport, 'recipients' | 'senders'>

export interface SmtpSink {
  port: number
  report(): SinkReport
  tally(): SinkTally
  close(): Promise<void>
}

interface SinkSession {
  inContent: boolean
  /** Unfinished command line, or the last bytes of a content. */
  rest: Buffer
  recipient: string
  sender: string
  hasQuit: boolean
}

const END = Buffer.from('\r\n.\r\n')
const LINE_END = Buffer.from('\r\n')
const EMPTY = Buffer.alloc(0)

/** Starts a sink on the loopback address. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const state = { mails: 0, broken: 0, senders: new Map<string, Map<string, number>>() }
  const sockets = new Set<Socket>()
  const greeting = ['sink', ...(options.capabilities ?? ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'AUTH PLAIN'])]
  const ehlo = greeting.map((line, index) => `250${index === greeting.length - 1 ? ' ' : '-'}${line}\r\n`).join('')

  const server = createServer({ noDelay: true }, socket => {
    const session: SinkSession = { inContent: false, rest: EMPTY, recipient: '', sender: '', hasQuit: false }
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
        if (options.record !== true) return
        const { sender, recipient } = session
        const mails = state.senders.get(sender) ?? new Map<string, number>()
        state.senders.set(sender, mails.set(recipient, (mails.get(recipient) ?? 0) + 1))
      })
      if (replies !== '') answer(replies)
      if (session.hasQuit) socket.end()
    })
    answer('220 sink\r\n')
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const tally = (): SinkTally => ({ mails: state.mails, open: sockets.size, broken: state.broken })
  return {
    port: (server.address() as AddressInfo).port,
    tally,
    report: () => ({ ...tally(), recipients: allMails(state.senders), senders: asRecords(state.senders) }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function allMails(senders: ReadonlyMap<string, ReadonlyMap<string, number>>): Record<string, number> {
  const all = new Map<string, number>()
  for (const mails of senders.values())
    for (const [recipient, n] of mails) all.set(recipient, (all.get(recipient) ?? 0) + n)
  return Object.fromEntries(all)
}

function asRecords(senders: ReadonlyMap<string, ReadonlyMap<string, number>>): SinkReport['senders'] {
  return Object.fromEntries([...senders].map(([sender, mails]) => [sender, Object.fromEntries(mails)]))
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
  if (verb === 'EHLO') {
    session.sender = line.slice(5)
    return ehlo
  }
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
  process.on('message', message => {
    if (message === 'report') say(sink.report())
    if (message === 'tally') say(sink.tally())
  })
  process.on('disconnect', () => process.exit())
  process.once('SIGTERM', () => {
    say(sink.report())
    process.exitCode = 0
    void sink.close().then(() => process.disconnect?.())
  })
}

if (import.meta.main) await main()
