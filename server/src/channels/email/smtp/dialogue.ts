/** One command, then its reply: the slow, simple way to talk to a server, used until pipelining starts. */
import { SmtpError, asSmtpError } from './smtp-error.ts'
import type { Reply } from './reply.ts'
import type { SmtpSocket, WireListener } from './smtp-socket.ts'

export class Dialogue implements WireListener {
  readonly wire: SmtpSocket
  #waiting: PromiseWithResolvers<Reply> | undefined
  #early: Reply | undefined
  #error: SmtpError | undefined

  constructor(wire: SmtpSocket) {
    this.wire = wire
    wire.listener = this
  }

  /** Sends one line and waits for its answer. Throws `SmtpError` when the connection breaks or the time is over. */
  command(line: string, timeoutMs: number): Promise<Reply> {
    this.wire.write(`${line}\r\n`)
    return this.reply(timeoutMs)
  }

  /** Waits for the next answer. */
  async reply(timeoutMs: number): Promise<Reply> {
    if (this.#error !== undefined) throw this.#error
    const early = this.#early
    this.#early = undefined
    if (early !== undefined) return early
    this.#waiting = Promise.withResolvers()
    this.wire.expectWithin(timeoutMs)
    const reply = await this.#waiting.promise
    this.wire.expectNothing()
    return reply
  }

  onReply(reply: Reply): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) return waiting.resolve(reply)
    // One answer may come before it is awaited (a greeting); more than that is a server out of step.
    if (this.#early === undefined) this.#early = reply
    else this.wire.close(new SmtpError('protocol_error', 'the server answered without being asked'))
  }

  onClosed(error: Error): void {
    this.#error = asSmtpError(error)
    this.#waiting?.reject(this.#error)
  }
}
