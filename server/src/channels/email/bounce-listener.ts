/**
 * A receive-only SMTP server for the bounce domain: it accepts reports about our mails and nothing else. It acknowledges a report only
 * after `onMail` has finished, so that the other server keeps the report and retries if we could not store it.
 */
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'
import { networkOf } from '../../lib/rate-limit.ts'
import { bounceToken } from './bounce.ts'

interface BounceListenerOptions {
  /** Mail is taken for this domain only. */
  domain: string
  /** 0 takes any free port. */
  port: number
  host?: string
  /** A connection ends after this long, whatever it is doing; five minutes when absent. */
  lifeMs?: number
  /** Stores one report. What it throws makes the other server try again later. */
  onMail: (raw: Buffer, recipientToken: string) => Promise<void>
}

export interface BounceListener {
  port: number
  close(): Promise<void>
}

const SIZE_LIMIT_BYTES = 1_048_576
const CONNECTIONS_LIMIT = 40
/** Limit per network, so that a client that keeps its connections open leaves some for others. */
const CONNECTIONS_OF_NETWORK = 20
const RECIPIENTS_LIMIT = 20
const SILENCE_MS = 60_000
// A megabyte over the slowest line takes less; a byte now and then does not keep a place.
const LIFE_MS = 300_000

/** Starts listening. Rejects if the port is taken. */
export async function startBounceListener(options: BounceListenerOptions): Promise<BounceListener> {
  /** Open ones, by network. */
  const connections = new Map<string, number>()
  const server = new SMTPServer({
    name: options.domain,
    banner: 'reports about mail only',
    size: SIZE_LIMIT_BYTES,
    maxClients: CONNECTIONS_LIMIT,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    socketTimeout: SILENCE_MS,
    closeTimeout: 1000,
    logger: false,
    onConnect: ({ remoteAddress }, callback) => {
      const isCrowd = (connections.get(networkOf(remoteAddress)) ?? 0) > CONNECTIONS_OF_NETWORK
      callback(isCrowd ? refusal(421, '4.7.0 too many connections from your network') : null)
    },
    onRcptTo: ({ address }, session, callback) => {
      if (session.envelope.rcptTo.length >= RECIPIENTS_LIMIT) return callback(refusal(452, '4.5.3 too many recipients'))
      if (!address.toLowerCase().endsWith(`@${options.domain.toLowerCase()}`))
        return callback(refusal(550, '5.7.1 no relaying'))
      callback(bounceToken(address, options.domain) === undefined ? refusal(550, '5.1.1 no such mailbox') : null)
    },
    onData: (stream, session, callback) => {
      const tokens = session.envelope.rcptTo.map(({ address }) => bounceToken(address, options.domain))
      void take(stream, tokens, options.onMail).then(callback)
    },
  })
  server.server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    connections.set(network, (connections.get(network) ?? 0) + 1)
    const end = setTimeout(() => socket.destroy(), options.lifeMs ?? LIFE_MS)
    socket.once('close', () => {
      clearTimeout(end)
      const left = (connections.get(network) ?? 0) - 1
      if (left > 0) connections.set(network, left)
      else connections.delete(network)
    })
  })
  // A client that breaks off is its own affair.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** Reads one mail and passes it on for each recipient. Returns the error for the client, or nothing. */
async function take(
  stream: SMTPServerDataStream,
  tokens: (string | undefined)[],
  onMail: BounceListenerOptions['onMail'],
): Promise<Error | undefined> {
  try {
    const raw = await readWithin(stream)
    if (raw === undefined || stream.sizeExceeded) return refusal(552, '5.3.4 larger than 1 MB')
    for (const token of tokens) if (token !== undefined) await onMail(raw, token)
    return undefined
  } catch {
    return refusal(451, '4.3.0 could not store the report, try again later')
  }
}

/** Reads the whole stream. Returns undefined if it is too large; the rest is read and discarded, as SMTP requires. */
async function readWithin(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes <= SIZE_LIMIT_BYTES) chunks.push(chunk)
  }
  return sizeBytes <= SIZE_LIMIT_BYTES ? Buffer.concat(chunks) : undefined
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
