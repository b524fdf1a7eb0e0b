import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { SandboxContext } from '../../sandbox-context.ts'
import { peekHeaders } from '../../messages/mail-view.ts'
import { Attempts } from '../../faults/attempts.ts'
import { SmtpConnection, type Envelope, type SmtpPolicy } from './smtp-connection.ts'
import { WRONG_CREDENTIAL } from './special-addresses.ts'
import { decide, type PlannedReactions } from './verdict.ts'

// The SMTP server: decides whom to refuse, and stores mails. It responds with 250 only once a mail is stored, and does
// not parse any.

/** Accepted by other providers as well; attachments grow by a third in transit. */
const MAX_MAIL_BYTES = 25 << 20
const MAX_CLIENTS = 500
const IDLE_TIMEOUT_MS = 5 * 60_000

/** A certificate and its key, as PEM. */
export interface Certificate {
  key: string
  cert: string
}

export interface ReceiverOptions extends Pick<SandboxContext, 'store' | 'panel' | 'onError'> {
  host: string
  port: number
  /** Whether bounces can be sent. */
  canReport: boolean
  starttls?: Certificate | undefined
  /** Called for every accepted recipient of a stored mail. */
  onAccepted(seq: number, reactions: PlannedReactions): void
}

export interface Receiver {
  port: number
  /** Refuses new connections and ends open ones. */
  stop(): Promise<void>
}

/** What was decided about an accepted recipient. */
interface Plan {
  delayMs: number
  reactions: PlannedReactions
}

/** Starts listening; rejects if the port is taken. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const stopping = new AbortController()
  const policy = createPolicy(options, stopping.signal)
  const connections = new Set<SmtpConnection>()
  const server = createServer({ pauseOnConnect: false }, socket => {
    const connection = new SmtpConnection(socket, policy)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
  })
  server.maxConnections = MAX_CLIENTS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.off('error', reject)
      server.on('error', options.onError)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      stopping.abort()
      for (const connection of connections) connection.shutDown()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function createPolicy(options: ReceiverOptions, stopping: AbortSignal): SmtpPolicy {
  const attempts = new Attempts()
  const plans = new WeakMap<Envelope, Map<string, Plan>>()
  return {
    maxMailBytes: MAX_MAIL_BYTES,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    secureContext: options.starttls && createSecureContext(options.starttls),
    acceptsLogin: (username, password) => username !== WRONG_CREDENTIAL && password !== WRONG_CREDENTIAL,
    onRecipient: (envelope, address) => {
      const canReport = options.canReport && envelope.sender !== ''
      const verdict = decide(address, options.panel.dials('email'), attempts.current(address), canReport)
      if (verdict.kind === 'accepted') {
        attempts.settled(address)
        plans.set(envelope, (plans.get(envelope) ?? new Map<string, Plan>()).set(address, verdict))
        return undefined
      }
      options.panel.decisions.add({ channel: 'email', to: address, outcome: verdict.final ? 'refused' : 'put_off' })
      if (verdict.final) attempts.settled(address)
      else attempts.failed(address)
      return verdict.refusal
    },
    onMail: async (envelope, raw) => {
      try {
        await keep(envelope, plans.get(envelope) ?? new Map(), raw, options, stopping)
        return { code: 250, text: '2.0.0 Kept' }
      } catch (error) {
        if (!stopping.aborted) options.onError(error)
        return { code: 452, text: '4.3.1 The mail could not be stored' }
      }
    },
  }
}

async function keep(
  { sender, recipients }: Envelope,
  plans: Map<string, Plan>,
  raw: Buffer,
  { store, panel, onAccepted }: ReceiverOptions,
  stopping: AbortSignal,
): Promise<void> {
  const delayMs = Math.max(...recipients.map(address => plans.get(address)?.delayMs ?? 0))
  if (delayMs > 0) await wait(delayMs, undefined, { signal: stopping })
  const mail = { channel: 'email', provider: 'smtp', sender, recipients, ...peekHeaders(raw), raw }
  const seqs = await store.add(mail, Date.now())
  seqs.forEach((seq, i) => {
    const to = recipients[i] ?? ''
    const plan = plans.get(to)
    const report = plan?.reactions.report
    const end = report === undefined ? 'sent' : report === 'complaint' ? 'complained' : 'bounced'
    panel.decisions.add({ channel: 'email', to, outcome: 'taken', end })
    if (plan) onAccepted(seq, plan.reactions)
  })
}
