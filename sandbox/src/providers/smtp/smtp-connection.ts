import type { Socket } from 'node:net'
import { TLSSocket, type SecureContext } from 'node:tls'
import { DataReader } from './data-reader.ts'
import { parseCommand, parsePath, readPlain, type SmtpCommand } from './smtp-commands.ts'

// The server's side of an SMTP session (RFC 5321, PIPELINING of RFC 2920). It processes all received data at once and
// responds with a single write. There is a library for this, but it takes four times the CPU time, which a campaign on
// the same machine needs (docs/decisions/0030-the-sandboxs-messages.md).

export interface Reply {
  code: number
  text: string
}

/** Decisions of the server behind the session. */
export interface SmtpPolicy {
  maxMailBytes: number
  idleTimeoutMs: number
  secureContext: SecureContext | undefined
  acceptsLogin(username: string, password: string): boolean
  /** Undefined accepts the recipient; 421 also closes the connection. */
  onRecipient(envelope: Envelope, address: string): Reply | undefined
  /** Stores a mail; must not reject. */
  onMail(envelope: Envelope, raw: Buffer): Promise<Reply>
}

export interface Envelope {
  /** Empty for the null sender. */
  sender: string
  recipients: string[]
}

const MAX_LINE_BYTES = 4096
const MAX_RECIPIENTS = 1000
const MAX_BAD_COMMANDS = 20
/** How long a client may take to close its side. */
const LINGER_MS = 500
const NAME = 'sandbox.localhost'

/** Serves one connection until it closes. */
export class SmtpConnection {
  readonly #policy: SmtpPolicy
  #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #replies = ''
  #greeted = false
  #envelope: Envelope | undefined
  #data: DataReader | undefined
  #nextLine: ((line: string) => void) | undefined
  #busy = false
  #closing = false
  #stopping = false
  #badCommands = 0

  constructor(socket: Socket, policy: SmtpPolicy) {
    this.#policy = policy
    this.#socket = socket
    this.#listen()
    this.#reply(220, `${NAME} ESMTP Notifly sandbox`)
    this.#flush()
  }

  /** Says goodbye and closes. A mail that is being stored is acknowledged first. */
  shutDown(): void {
    this.#stopping = true
    if (this.#busy) return
    this.#reply(421, '4.3.2 The sandbox is stopping')
    this.#close()
  }

  #listen(): void {
    this.#socket.setNoDelay(true)
    this.#socket.setTimeout(this.#policy.idleTimeoutMs, () => {
      // A client that does not close its side must not prevent the sandbox from stopping.
      if (this.#closing) return this.#socket.destroy()
      this.#reply(421, '4.4.2 Nothing was said for too long')
      this.#close()
    })
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    // The 'close' event follows any error, and the client can't be told.
    this.#socket.on('error', () => this.#socket.destroy())
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#work()
  }

  /** Processes received data, up to a mail that is being stored. */
  #work(): void {
    while (this.#rest.length > 0 && !this.#busy && !this.#closing) {
      if (!(this.#data ? this.#takeData(this.#data) : this.#takeLine())) break
    }
    if (this.#closing) this.#rest = Buffer.alloc(0)
    this.#flush()
  }

  #takeLine(): boolean {
    const end = this.#rest.indexOf(0x0a)
    if (end < 0 || end > MAX_LINE_BYTES) {
      if (this.#rest.length <= MAX_LINE_BYTES) return false
      this.#reply(500, '5.5.6 Line too long')
      this.#close()
      return false
    }
    const line = this.#rest.toString('utf8', 0, end).replace(/\r$/, '')
    this.#rest = this.#rest.subarray(end + 1)
    const nextLine = this.#nextLine
    this.#nextLine = undefined
    if (nextLine) nextLine(line)
    else this.#command(parseCommand(line))
    return true
  }

  #takeData(data: DataReader): boolean {
    const taken = data.take(this.#rest)
    this.#rest = taken < 0 ? Buffer.alloc(0) : this.#rest.subarray(taken)
    if (taken < 0) return false
    const envelope = this.#envelope
    this.#data = undefined
    this.#envelope = undefined
    if (data.isTooLarge) this.#reply(552, '5.3.4 The message is too large')
    else if (envelope) void this.#keep(envelope, data.finish())
    return true
  }

  async #keep(envelope: Envelope, raw: Buffer): Promise<void> {
    this.#busy = true
    this.#socket.pause()
    const { code, text } = await this.#policy.onMail(envelope, raw)
    this.#busy = false
    if (this.#socket.destroyed) return
    this.#reply(code, text)
    if (this.#stopping) return this.shutDown()
    this.#socket.resume()
    this.#work()
  }

  #command({ verb, argument }: SmtpCommand): void {
    switch (verb) {
      case 'EHLO':
      case 'HELO':
        return this.#hello(verb)
      case 'STARTTLS':
        return this.#startTls()
      case 'AUTH':
        return this.#authenticate(argument)
      case 'MAIL':
        return this.#mail(argument)
      case 'RCPT':
        return this.#recipient(argument)
      case 'DATA':
        return this.#startData()
      case 'RSET':
        this.#envelope = undefined
        return this.#reply(250, '2.0.0 Reset')
      case 'NOOP':
        return this.#reply(250, '2.0.0 OK')
      case 'VRFY':
        return this.#reply(252, '2.5.2 Send some mail and see')
      case 'QUIT':
        this.#reply(221, '2.0.0 Bye')
        return this.#close()
      default:
        this.#reply(500, '5.5.1 Command not recognised')
        if (++this.#badCommands >= MAX_BAD_COMMANDS) this.#close()
    }
  }

  #hello(verb: string): void {
    this.#greeted = true
    this.#envelope = undefined
    if (verb === 'HELO') return this.#reply(250, NAME)
    const starttls = this.#policy.secureContext && !(this.#socket instanceof TLSSocket)
    const lines = [
      NAME,
      'PIPELINING',
      '8BITMIME',
      'SMTPUTF8',
      'ENHANCEDSTATUSCODES',
      `SIZE ${this.#policy.maxMailBytes}`,
      ...(starttls ? ['STARTTLS'] : []),
      'AUTH PLAIN LOGIN',
    ]
    this.#replies += lines.map((line, i) => `250${i < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('')
  }

  #startTls(): void {
    const { secureContext } = this.#policy
    if (!secureContext || this.#socket instanceof TLSSocket) return this.#reply(502, '5.5.1 STARTTLS is not offered')
    this.#reply(220, '2.0.0 Go ahead')
    this.#flush()
    // Data received in clear text must not count as encrypted (RFC 3207, section 6).
    this.#rest = Buffer.alloc(0)
    this.#greeted = false
    this.#envelope = undefined
    const plain = this.#socket
    plain.removeAllListeners('data')
    plain.setTimeout(0)
    this.#socket = new TLSSocket(plain, { isServer: true, secureContext })
    this.#listen()
  }

  #authenticate(argument: string): void {
    if (!this.#greeted) return this.#reply(503, '5.5.1 Say EHLO first')
    const [method = '', initial] = argument.split(' ')
    if (method.toUpperCase() === 'PLAIN') {
      if (initial) return this.#login(readPlain(initial))
      this.#nextLine = line => this.#login(readPlain(line))
      return this.#reply(334, '')
    }
    if (method.toUpperCase() !== 'LOGIN') return this.#reply(504, '5.5.4 Only PLAIN and LOGIN are offered')
    const askPassword = (name: string) => {
      this.#nextLine = line => this.#login({ username: fromBase64(name), password: fromBase64(line) })
      this.#reply(334, 'UGFzc3dvcmQ6')
    }
    if (initial) return askPassword(initial)
    this.#nextLine = askPassword
    this.#reply(334, 'VXNlcm5hbWU6')
  }

  #login({ username, password }: { username: string; password: string }): void {
    const accepted = this.#policy.acceptsLogin(username, password)
    this.#reply(accepted ? 235 : 535, accepted ? '2.7.0 Welcome' : '5.7.8 Wrong user name or password')
  }

  #mail(argument: string): void {
    if (!this.#greeted) return this.#reply(503, '5.5.1 Say EHLO first')
    if (this.#envelope) return this.#reply(503, '5.5.1 A mail has been started already')
    const path = parsePath('FROM', argument)
    if (!path) return this.#reply(501, '5.1.7 Bad sender address')
    if (path.sizeBytes > this.#policy.maxMailBytes) return this.#reply(552, '5.3.4 The message is too large')
    this.#envelope = { sender: path.address, recipients: [] }
    this.#reply(250, '2.1.0 OK')
  }

  #recipient(argument: string): void {
    const envelope = this.#envelope
    if (!envelope) return this.#reply(503, '5.5.1 Say MAIL first')
    const address = parsePath('TO', argument)?.address
    if (!address) return this.#reply(501, '5.1.3 Bad recipient address')
    if (envelope.recipients.length >= MAX_RECIPIENTS) return this.#reply(452, '4.5.3 Too many recipients')
    const refusal = this.#policy.onRecipient(envelope, address)
    if (refusal) {
      this.#reply(refusal.code, refusal.text)
      return refusal.code === 421 ? this.#close() : undefined
    }
    if (!envelope.recipients.includes(address)) envelope.recipients.push(address)
    this.#reply(250, '2.1.5 OK')
  }

  #startData(): void {
    if (!this.#envelope) return this.#reply(503, '5.5.1 Say MAIL first')
    if (this.#envelope.recipients.length === 0) return this.#reply(554, '5.5.1 No valid recipients')
    this.#data = new DataReader(this.#policy.maxMailBytes)
    this.#reply(354, 'End with a lone dot')
  }

  #reply(code: number, text: string): void {
    this.#replies += `${code} ${text}\r\n`
  }

  #flush(): void {
    if (this.#replies && this.#socket.writable) this.#socket.write(this.#replies)
    this.#replies = ''
  }

  #close(): void {
    this.#closing = true
    this.#flush()
    this.#socket.end()
    this.#socket.setTimeout(LINGER_MS)
    this.#socket.resume()
  }
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString()
}
