/** One connection on which one request follows the other. A request that is not answered ends it, so that no answer is taken for another's. */
// Imported since the globals are getters, which each message would ask several times.
import { Buffer } from 'node:buffer'
import { performance } from 'node:perf_hooks'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { asError } from '../../../lib/as-error.ts'
import { BODY_MAX_BYTES, HEAD_MAX_BYTES, readAnswer, UnreadableAnswer, type WholeAnswer } from './read-answer.ts'

/** Why nothing came of a request, with a code that `network-reasons.ts` knows. */
export class RequestFailed extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'RequestFailed'
    this.code = code
  }
}

export interface Http1Target {
  origin: string
  connectTimeoutMs: number
  /** What an earlier connection may be resumed with. */
  session: Buffer | undefined
}

// One for all: what arrives is read before anything else can arrive.
const arrived = Buffer.allocUnsafeSlow(65_536)
interface Inlet {
  receive: ((bytes: Buffer) => void) | undefined
}

// However a server writes it: with each chunk its size.
const ANSWER_MAX_BYTES = HEAD_MAX_BYTES + 2 * BODY_MAX_BYTES
// What servers keep at least, as far as one hears; undici's own default.
const IDLE_MS = 4000

/** What a connection tells whoever opened it. */
export interface Http1Listener {
  /** Another request may follow. */
  onFree(connection: Http1Connection): void
  /** Called once. */
  onGone(connection: Http1Connection): void
  /** What the next connection may be resumed with. */
  onSession(session: Buffer): void
}

export class Http1Connection {
  /** Performance time at which the answer must be there, or at which an idle connection goes. */
  endsAtMs = Infinity
  readonly #socket: Socket
  readonly #listener: Http1Listener
  #waiting: PromiseWithResolvers<WholeAnswer> | undefined
  /** The beginning of an answer. */
  #received: Buffer | undefined

  private constructor(socket: Socket, inlet: Inlet, listener: Http1Listener) {
    this.#socket = socket
    this.#listener = listener
    inlet.receive = bytes => this.#receive(bytes)
    socket.setNoDelay(true)
    socket.on('error', error => this.#lost(error))
    socket.on('end', () => this.#ended())
    socket.on('close', () => {
      this.#lost(new Error('the server closed the connection'))
      listener.onGone(this)
    })
  }

  /** Rejects with the error of the system or of TLS, or with RequestFailed when it takes too long. */
  static async open(target: Http1Target, listener: Http1Listener): Promise<Http1Connection> {
    const inlet: Inlet = { receive: undefined }
    const socket = openSocket(target, inlet)
    socket.on('session', session => listener.onSession(session))
    await whenConnected(socket, target.connectTimeoutMs)
    return new Http1Connection(socket, inlet, listener)
  }

  get isUsable(): boolean {
    return this.#socket.writable
  }

  /** Rejects with RequestFailed when nobody can know whether the request was taken. */
  ask(bytes: Buffer, timeoutMs: number): Promise<WholeAnswer> {
    const waiting = Promise.withResolvers<WholeAnswer>()
    this.#waiting = waiting
    this.endsAtMs = performance.now() + timeoutMs
    this.#socket.write(bytes)
    return waiting.promise
  }

  /** Its time is over. */
  expire(): void {
    this.#fail(new RequestFailed('ANSWER_TIMEOUT', 'no answer came in time'))
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(bytes: Buffer): void {
    // Whatever comes unasked: an answer to the next request it cannot be.
    if (this.#waiting === undefined) return this.close()
    const all = this.#received === undefined ? bytes : Buffer.concat([this.#received, bytes])
    const answer = this.#read(all, false)
    if (answer !== undefined) return this.#answered(answer, answer.lengthBytes === all.length)
    // The memory of what arrived is used again.
    this.#received = all === bytes ? Buffer.from(bytes) : all
  }

  #read(bytes: Buffer, isEnd: boolean): WholeAnswer | undefined {
    try {
      const answer = readAnswer(bytes, isEnd)
      if (answer === undefined && bytes.length > ANSWER_MAX_BYTES) throw new UnreadableAnswer('the answer is too large')
      return answer
    } catch (error) {
      this.#lost(asError(error))
      return undefined
    }
  }

  #answered(answer: WholeAnswer, isAll: boolean): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#received = undefined
    const idleMs = answer.keepsAlive && isAll ? idleMsAfter(answer) : 0
    this.endsAtMs = performance.now() + idleMs
    if (idleMs > 0) this.#listener.onFree(this)
    else this.close()
    waiting?.resolve(answer)
  }

  /** The server says nothing more; an answer without a length is whole now. */
  #ended(): void {
    const answer = this.#waiting === undefined ? undefined : this.#read(this.#received ?? Buffer.alloc(0), true)
    if (answer === undefined) this.close()
    else this.#answered(answer, false)
  }

  /** What broke after the connection was there says nothing of whether the request was taken, whatever its code. */
  #lost(error: Error): void {
    this.#fail(new RequestFailed('ECONNRESET', error.message))
  }

  #fail(error: RequestFailed): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.close()
    waiting?.reject(error)
  }
}

/** Keep-Alive (RFC 2068 section 19.7.1.1) says how long a server waits; a second of that goes for the way. */
function idleMsAfter({ headers }: WholeAnswer): number {
  const seconds = /\btimeout=(\d{1,9})/.exec(String(headers['keep-alive'] ?? ''))?.[1]
  return seconds === undefined ? IDLE_MS : Math.min(IDLE_MS, Number(seconds) * 1000 - 1000)
}

function openSocket({ origin, session }: Http1Target, inlet: Inlet): Socket {
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const callback = (size: number): boolean => {
    inlet.receive?.(arrived.subarray(0, size))
    return true
  }
  // Without it each answer gets 64 KB of memory and a way through a stream, which together cost more than reading it.
  const onread = { buffer: arrived, callback }
  if (protocol === 'http:') return connect({ host, port: Number(port || 80), onread })
  const servername = isIP(host) === 0 ? host : ''
  const options = { host, port: Number(port || 443), servername, ALPNProtocols: ['http/1.1'], onread }
  return connectTls({ ...options, ...(session && { session }) })
}

function whenConnected(socket: Socket, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = (): void => void socket.destroy(new RequestFailed('ETIMEDOUT', 'nobody answered'))
    const timer = setTimeout(tooLate, timeoutMs)
    const isOpen = 'encrypted' in socket ? 'secureConnect' : 'connect'
    const settle = (): void => {
      clearTimeout(timer)
      socket.off(isOpen, onOpen).off('error', onError).off('close', onClose)
    }
    const onOpen = (): void => {
      settle()
      resolve()
    }
    const onError = (error: Error): void => {
      settle()
      // Whatever else it says on its way out.
      socket.on('error', () => undefined)
      reject(error)
    }
    const onClose = (): void => onError(new RequestFailed('ECONNRESET', 'the server hung up'))
    socket.on(isOpen, onOpen).on('error', onError).on('close', onClose)
  })
}
