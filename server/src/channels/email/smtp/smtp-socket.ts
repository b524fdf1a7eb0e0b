/**
 * One socket to an SMTP server: it sends bytes, receives replies and has one deadline at a time. It knows nothing of commands. The code
 * that uses it (first the dialogue that signs in, then the pipeline that sends) sets `listener`.
 */
// Imported since the globals are getters, which each mail would ask many times.
import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import type { ComposedMail } from '../compose/composed-mail.ts'
import { ReplyParser } from './reply.ts'
import type { Reply } from './reply.ts'
import { SmtpError } from './smtp-error.ts'

export interface WireListener {
  onReply(reply: Reply): void
  /** Everything that arrived in one piece has been passed on. */
  onReplies?(): void
  /** Called once; the wire is dead from here on. */
  onClosed(error: Error): void
}

/** What the send buffer of a new socket takes at once. Longer contents are flushed before the final dot. */
export const ONE_PIECE_BYTES = 32_768
/** Enough for three commands with two addresses of at most 318 bytes each (RFC 5321 section 4.5.3.1). */
const ENVELOPE_BYTES = 1024
// The last mail's memory is the next one's: it is still near the processor.
const warm: Buffer[] = []

// One for all: what arrives is read before anything else can arrive.
const arrived = Buffer.allocUnsafeSlow(65_536)

/**
 * The buffer that a socket reads into. Without it, each reply gets 64 KB of memory and passes through a stream, which together cost more
 * than reading it.
 */
export class ReceiveBuffer {
  receive: ((bytes: Buffer) => void) | undefined
  readonly options = {
    buffer: arrived,
    callback: (size: number): boolean => {
      this.receive?.(arrived.subarray(0, size))
      return true
    },
  }
}

export class SmtpSocket {
  listener: WireListener | undefined
  #socket: Socket
  /** Of the socket below, until it is encrypted. */
  #inlet: ReceiveBuffer | undefined
  #parser: ReplyParser
  #closed = false
  #closeError: Error | undefined
  #deadlineAt = Infinity
  #timerAt = Infinity
  #timer: NodeJS.Timeout | undefined
  readonly #onData = (chunk: Buffer) => this.#receive(chunk)
  readonly #onError = (error: Error) => this.close(error)
  readonly #onEnd = () => this.close(new SmtpError('connection_lost', 'the server closed the connection'))

  /** `inlet`: the one with which the socket was opened. */
  constructor(socket: Socket, inlet: ReceiveBuffer) {
    this.#socket = socket
    this.#inlet = inlet
    this.#parser = this.#createParser()
    this.#attach()
  }

  get isClosed(): boolean {
    return this.#closed
  }

  get isEncrypted(): boolean {
    return 'encrypted' in this.#socket
  }

  /** Encrypted, and the server's certificate comes from an authority that is trusted and was issued for its name. */
  get isAuthenticated(): boolean {
    return 'authorized' in this.#socket && this.#socket.authorized === true
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? ''
  }

  /** Queues commands, given as a string of bytes. */
  write(commands: string): void {
    if (!this.#closed) this.#socket.write(commands, 'latin1')
  }

  /** Queues a content; `onFlushed` is called when the kernel has it all, and not if the wire closes before. */
  writeContent(content: Buffer, onFlushed: () => void): void {
    if (!this.#closed) this.#socket.write(content, error => error == null && !this.#closed && onFlushed())
  }

  /** Sends a content of at most `ONE_PIECE_BYTES` and the commands after it, an envelope at most, in one go. */
  writeTogether(content: Buffer | ComposedMail, commands: string): void {
    if (this.#closed) return
    const memory = warm.pop() ?? Buffer.allocUnsafeSlow(ONE_PIECE_BYTES + ENVELOPE_BYTES)
    content.copy(memory)
    memory.write(commands, content.length, 'latin1')
    const whole = memory.subarray(0, content.length + commands.length)
    if (this.isEncrypted) {
      this.#socket.write(whole, error => error == null && warm.push(memory))
    } else {
      this.#socket.write(whole)
      // What the kernel did not take at once keeps its memory: the next mail's bytes must not leave in this one's place.
      if (this.#socket.writableLength === 0) warm.push(memory)
    }
  }

  /** Moves the one deadline. When it passes, the wire closes with reason `timeout`. */
  expectWithin(timeoutMs: number): void {
    this.#deadlineAt = performance.now() + timeoutMs
    if (this.#deadlineAt < this.#timerAt) this.#armTimer(timeoutMs)
  }

  /** No deadline: nothing is due from the server, and an idle connection does not keep the process alive. */
  expectNothing(): void {
    this.#deadlineAt = Infinity
  }

  /** Goes over to TLS on the same connection. Rejects with the TLS error; the wire is dead then. */
  async startTls(options: ConnectionOptions): Promise<void> {
    // Bytes that came in clear text after the answer to STARTTLS could be an injected reply (CVE-2011-0411).
    if (this.#parser.hasPartial) throw new SmtpError('protocol_error', 'the server spoke before encryption began')
    this.#detach()
    const socket = connectTls({ ...options, socket: this.#socket })
    this.#socket = socket
    this.#parser = this.#createParser()
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.on('error', reject)
      socket.once('close', () => reject(this.#closeError ?? new SmtpError('tls_failed', 'the server hung up')))
    })
    // Each would cost us more than the server that asks for it.
    socket.disableRenegotiation()
    this.#attach()
  }

  close(error: Error): void {
    if (this.#closed) return
    this.#closed = true
    this.#closeError = error
    clearTimeout(this.#timer)
    this.#socket.destroy()
    this.listener?.onClosed(error)
  }

  /** Says goodbye and hangs up without waiting for the server's answer. */
  quit(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket.end('QUIT\r\n')
    this.#socket.setTimeout(QUIT_MS, () => this.#socket.destroy())
    this.#socket.unref()
  }

  #createParser(): ReplyParser {
    return new ReplyParser(reply => {
      if (!this.#closed) this.listener?.onReply(reply)
    })
  }

  #attach(): void {
    this.#socket.setNoDelay(true)
    if (this.#inlet === undefined) this.#socket.on('data', this.#onData)
    else this.#inlet.receive = this.#onData
    this.#socket.on('error', this.#onError).on('end', this.#onEnd).on('close', this.#onEnd)
  }

  #detach(): void {
    if (this.#inlet !== undefined) this.#inlet.receive = undefined
    this.#inlet = undefined
    this.#socket.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd)
  }

  #receive(chunk: Buffer): void {
    if (this.#closed) return
    try {
      this.#parser.push(chunk)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      this.close(error)
    }
    if (!this.#closed) this.listener?.onReplies?.()
  }

  #checkDeadline(): void {
    this.#timerAt = Infinity
    if (this.#closed || this.#deadlineAt === Infinity) return
    const leftMs = this.#deadlineAt - performance.now()
    if (leftMs <= 0) return this.close(new SmtpError('timeout'))
    this.#armTimer(leftMs)
  }

  // One timer a connection, mostly re-armed when it fires: a timer a message would cost more than the message's writes.
  #armTimer(timeoutMs: number): void {
    clearTimeout(this.#timer)
    this.#timerAt = performance.now() + timeoutMs
    this.#timer = setTimeout(() => this.#checkDeadline(), timeoutMs)
  }
}

const QUIT_MS = 1000
