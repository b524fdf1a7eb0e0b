/**
 * An SMTP server that does exactly what a test wants it to do wrong. By default it behaves; a script replaces single
 * answers. It keeps the mails that it acknowledged, so that tests can compare them with what the client believes.
 */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { SELF_SIGNED } from './certificates.ts'

export interface ReceivedMail {
  from: string
  to: string
  /** Dot-stuffing undone. */
  content: string
}

/** One client's connection, as scripts see it. */
export interface MisbehavingSession {
  socket: Socket
  /** 1 for the first connection that the server ever took. */
  connection: number
  /** Contents that arrived on this connection. */
  mails: number
  from: string
  to: string
  /** Set by a script to hang up right after the next answer. */
  hangUpNext: boolean
  /** The command arrived in one piece with the end of a content. */
  isBehindDot: boolean
  /** Anything that a script wants to remember. */
  notes: Set<string>
}

/** A reply without its last line end, or undefined for silence. Functions may also do things to the socket. */
type Answer = string | ((session: MisbehavingSession, line: string) => string | undefined)

export interface SmtpScript {
  greeting?: Answer
  ehlo?: Answer
  helo?: Answer
  starttls?: Answer
  auth?: Answer
  /** A line that answers a 334. */
  challenge?: Answer
  mail?: Answer
  rcpt?: Answer
  data?: Answer
  dot?: Answer
  rset?: Answer
  /** Called with every piece of a content, before it ends. */
  contentPiece?: (session: MisbehavingSession) => void
  /**
   * What it does with commands that arrived together with the end of a content. abort: it keeps the mail and breaks down before
   * its answer. refuse: it answers the content, then each of them with 503. ignore: it drops them without an answer.
   */
  behindDot?: 'abort' | 'refuse' | 'ignore'
  /** How answers are put on the wire. */
  write?: (socket: Socket, text: string) => void
  implicitTls?: boolean
  certificate?: { key: string; cert: string }
}

export interface MisbehavingSmtp {
  port: number
  /** Acknowledged with 2xx. */
  mails: ReceivedMail[]
  /** Every content that arrived whole, whatever was answered. */
  arrived: ReceivedMail[]
  /** Command lines of all connections. */
  commands: string[]
  connections(): number
  close(): Promise<void>
}

type Step = Exclude<keyof SmtpScript, 'contentPiece' | 'behindDot' | 'write' | 'implicitTls' | 'certificate'>

const BEHAVED: Record<Step, Answer> = {
  greeting: '220 test server',
  ehlo: '250-test server\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES',
  helo: '250 test server',
  starttls: '220 go ahead',
  auth: '235 2.7.0 welcome',
  challenge: '235 2.7.0 welcome',
  mail: '250 2.1.0 ok',
  rcpt: session => (session.notes.has('sender accepted') ? '250 2.1.5 ok' : '503 5.5.1 MAIL first'),
  data: session => (session.to === '' ? '554 5.5.1 no valid recipients' : '354 go ahead'),
  dot: session => `250 2.0.0 ok: queued as Q${session.connection}-${session.mails}`,
  rset: '250 2.0.0 ok',
}

/** Submission service of Dovecot 2.3: its parser goes on while the relay still has the message, and an assertion ends the process. */
export const DOVECOT_2_3: SmtpScript = {
  greeting: '220 mail.example Dovecot ready.',
  ehlo: '250-mail.example\r\n250-8BITMIME\r\n250-CHUNKING\r\n250-ENHANCEDSTATUSCODES\r\n250-SIZE\r\n250 PIPELINING',
  mail: '250 2.1.0 OK',
  data: session => (session.to === '' ? '503 5.5.0 No valid recipients' : '354 OK'),
  behindDot: 'abort',
}

/** Haraka from 3.3.4 on: none of what came with the end of a message runs, as a guard against smuggling. */
export const HARAKA_3_3: SmtpScript = {
  greeting: '220 mail.example ESMTP Haraka ready',
  ehlo: '250-mail.example Hello client, Haraka is at your service.\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 0',
  mail: (_, line) => `250 sender ${line.slice(line.indexOf('<'), line.indexOf('>') + 1)} OK`,
  data: session => (session.to === '' ? '503 RCPT required first' : '354 go ahead, make my day'),
  dot: session => `250 Message Queued (${session.connection}.${session.mails})`,
  behindDot: 'refuse',
}

/** Starts a server on the loopback address that follows the script. */
export async function startMisbehavingSmtp(script: SmtpScript = {}): Promise<MisbehavingSmtp> {
  const sockets = new Set<Socket>()
  const received: Pick<MisbehavingSmtp, 'mails' | 'arrived' | 'commands'> = { mails: [], arrived: [], commands: [] }
  let connections = 0
  const onSocket = (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    new Conversation(socket, connections, script, received).begin()
  }
  const certificate = script.certificate ?? SELF_SIGNED
  const server =
    script.implicitTls === true
      ? createTlsServer({ ...certificate, noDelay: true }, onSocket)
      : createServer({ noDelay: true }, onSocket)
  server.on('tlsClientError', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    ...received,
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

class Conversation {
  readonly #session: MisbehavingSession
  readonly #script: SmtpScript
  readonly #received: Pick<MisbehavingSmtp, 'mails' | 'arrived' | 'commands'>
  #rest = ''
  #inContent = false
  #challenged = false
  readonly #onData = (chunk: Buffer) => this.#consume(chunk.toString('latin1'))

  constructor(
    socket: Socket,
    connection: number,
    script: SmtpScript,
    received: Pick<MisbehavingSmtp, 'mails' | 'arrived' | 'commands'>,
  ) {
    this.#session = {
      socket,
      connection,
      mails: 0,
      from: '',
      to: '',
      hangUpNext: false,
      isBehindDot: false,
      notes: new Set(),
    }
    this.#script = script
    this.#received = received
  }

  begin(): void {
    this.#session.socket.on('data', this.#onData)
    this.#answer('greeting', '')
  }

  #consume(text: string): void {
    this.#rest += text
    this.#session.isBehindDot = false
    for (;;) {
      if (this.#inContent) {
        const end = this.#rest.indexOf('\r\n.\r\n')
        if (end === -1) return this.#script.contentPiece?.(this.#session)
        const content = this.#rest.slice(2, end + 2)
        this.#rest = this.#rest.slice(end + 5)
        this.#inContent = false
        this.#contentArrived(content)
      } else {
        const end = this.#rest.indexOf('\r\n')
        if (end === -1) return
        const line = this.#rest.slice(0, end)
        this.#rest = this.#rest.slice(end + 2)
        this.#command(line)
      }
    }
  }

  #command(line: string): void {
    this.#received.commands.push(line)
    const verb = line.slice(0, 4).toUpperCase()
    if (this.#challenged) return this.#answerSignIn('challenge', line)
    if (verb === 'MAIL') {
      this.#session.notes.delete('sender accepted')
      this.#session.to = ''
    }
    if (verb === 'STAR') return this.#startTls(line)
    if (verb === 'AUTH') return this.#answerSignIn('auth', line)
    if (verb === 'QUIT') {
      this.#session.socket.end('221 bye\r\n')
      return
    }
    const step = VERBS[verb]
    if (step === undefined) return this.#write('500 what?')
    const reply = this.#answer(step, line)
    const accepted = reply?.startsWith('2') === true
    if (step === 'mail' && accepted) {
      this.#session.notes.add('sender accepted')
      this.#session.from = between(line)
    }
    if (step === 'rcpt' && accepted) this.#session.to = between(line)
    if (step !== 'data' || reply?.startsWith('354') !== true) return
    this.#inContent = true
    // So that a content which begins with its dot is found by the same search.
    this.#rest = `\r\n${this.#rest}`
  }

  #contentArrived(content: string): void {
    const { from, to } = this.#session
    const mail = { from, to, content: content.replace(/^\./gm, '') }
    this.#session.mails++
    this.#session.isBehindDot = true
    this.#received.arrived.push(mail)
    if (this.#script.behindDot === 'abort' && this.#rest !== '') {
      this.#received.mails.push(mail)
      this.#session.socket.destroy()
      return
    }
    const reply = this.#answer('dot', '')
    if (reply?.startsWith('2') === true) this.#received.mails.push(mail)
    if (this.#script.behindDot !== undefined) this.#dropBehindDot()
  }

  #dropBehindDot(): void {
    const commands = this.#rest.split('\r\n').slice(0, -1)
    this.#rest = ''
    if (this.#script.behindDot !== 'refuse') return
    for (const _ of commands) this.#write('503 Bad sequence of commands - pipelined after end of DATA')
  }

  #answerSignIn(step: 'auth' | 'challenge', line: string): void {
    this.#challenged = this.#answer(step, line)?.startsWith('334') === true
  }

  #startTls(line: string): void {
    const reply = this.#answer('starttls', line)
    if (reply?.startsWith('220') !== true) return
    const plain = this.#session.socket
    plain.off('data', this.#onData)
    const secure = new TLSSocket(plain, { isServer: true, ...(this.#script.certificate ?? SELF_SIGNED) })
    secure.on('error', () => plain.destroy()).on('data', this.#onData)
    this.#session.socket = secure
    this.#session.notes.add('encrypted')
  }

  #answer(step: Step, line: string): string | undefined {
    const answer = this.#script[step] ?? BEHAVED[step]
    const reply = typeof answer === 'string' ? answer : answer(this.#session, line)
    if (reply !== undefined) this.#write(reply)
    return reply
  }

  #write(reply: string): void {
    const { socket } = this.#session
    if (!socket.writable) return
    if (this.#session.hangUpNext) socket.end(`${reply}\r\n`)
    else if (this.#script.write === undefined) socket.write(`${reply}\r\n`)
    else this.#script.write(socket, `${reply}\r\n`)
  }
}

const VERBS: Record<string, Step> = {
  EHLO: 'ehlo',
  HELO: 'helo',
  MAIL: 'mail',
  RCPT: 'rcpt',
  DATA: 'data',
  RSET: 'rset',
}

function between(line: string): string {
  return line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'))
}
