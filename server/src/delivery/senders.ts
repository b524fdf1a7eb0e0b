/**
 * The open senders of this worker, one per channel of an application. Each holds no more connections than its grant, and the
 * grants of all workers together never exceed the configuration's limit.
 */
import { openConfiguration } from '../channels/configuration.ts'
import type { EmailMessage } from '../channels/email/message.ts'
import type { SmtpConfiguration } from '../channels/email/providers/smtp.ts'
import type { ProviderEnvironment, Sender } from '../channels/provider.ts'
import { EMAIL_PROVIDERS } from '../channels/registry.ts'
import type { Database } from '../db/database.ts'
import type { Secrets } from '../lib/secrets.ts'
import { usingConfiguration } from './configuration-error.ts'
import { lowerGrant, raiseGrant } from './lease-queries.ts'
import type { ClaimedBatch } from './leased-batch.ts'
import { shortTransaction } from './transaction-queries.ts'

interface SendersOptions {
  database: Database
  secrets: Secrets
  environment: ProviderEnvironment
  workerId: string
  leaseMs: number
  /** A sender that has had no batch for this long gives its connections back. */
  idleMs?: number
}

interface OpenSender {
  sender: Sender<EmailMessage>
  configuration: string
  connections: number
  users: number
  /** Called when the last user has gone, while somebody waits for that. */
  onUnused: (() => void) | undefined
  idleTimer: NodeJS.Timeout | undefined
}

const IDLE_MS = 10_000

export class Senders {
  readonly #options: SendersOptions
  readonly #open = new Map<string, OpenSender>()
  /** One change at a time for each channel: closing, granting, opening. */
  readonly #changes = new Map<string, Promise<unknown>>()

  constructor(options: SendersOptions) {
    this.#options = options
  }

  /**
   * Runs `work` with a sender for the batch's configuration as it is now. Undefined when the other workers hold all of its
   * connections. Throws ConfigurationError when the stored settings cannot be used.
   */
  async use<T>(batch: ClaimedBatch, work: (sender: Sender<EmailMessage>) => Promise<T>): Promise<T | undefined> {
    const key = `${batch.applicationId} ${batch.channel}`
    const open = await this.#serially(key, () => this.#acquire(key, batch))
    if (open === undefined) return undefined
    try {
      return await work(open.sender)
    } finally {
      open.users--
      if (open.users === 0) open.onUnused?.()
      if (open.users === 0 && this.#open.get(key) === open) this.#closeWhenIdle(key, batch, open)
    }
  }

  async close(): Promise<void> {
    for (const { sender, idleTimer } of this.#open.values()) {
      clearTimeout(idleTimer)
      await sender.close()
    }
    this.#open.clear()
  }

  async #serially<T>(key: string, change: () => Promise<T>): Promise<T> {
    const earlier = this.#changes.get(key)
    const later = (earlier ?? Promise.resolve()).catch(() => undefined).then(change)
    this.#changes.set(key, later)
    return later
  }

  async #acquire(key: string, batch: ClaimedBatch): Promise<OpenSender | undefined> {
    const wanted = Math.max(1, Math.floor(batch.maxConnections / batch.workers))
    const configuration = `${batch.configuration.configuration_id} ${batch.configuration.updatedAt.getTime()}`
    let open = this.#open.get(key)
    if (open !== undefined && (open.configuration !== configuration || open.connections > wanted)) {
      await this.#shut(key, batch, open, 0)
      open = undefined
    }
    if (open === undefined || open.connections < wanted) {
      const connections = await this.#grant(batch, wanted)
      if (open !== undefined && connections > open.connections) {
        await this.#shut(key, batch, open, connections)
        open = undefined
      }
      if (open === undefined) {
        if (connections === 0) return undefined
        open = {
          sender: this.#openSender(batch, connections),
          configuration,
          connections,
          users: 0,
          onUnused: undefined,
          idleTimer: undefined,
        }
        this.#open.set(key, open)
      }
    }
    clearTimeout(open.idleTimer)
    open.users++
    return open
  }

  #grant(batch: ClaimedBatch, wanted: number): Promise<number> {
    const { applicationId, channel, maxConnections: limit } = batch
    const { workerId, leaseMs } = this.#options
    return shortTransaction(this.#options.database.pool, client =>
      raiseGrant(client, { applicationId, channel, workerId, wanted, limit, leaseMs }),
    )
  }

  /** Closes the connections, which takes as long as its batches do, and only then says that they are free. */
  async #shut(key: string, batch: ClaimedBatch, open: OpenSender, connections: number): Promise<void> {
    clearTimeout(open.idleTimer)
    this.#open.delete(key)
    if (open.users > 0) await new Promise<void>(resolve => (open.onUnused = resolve))
    await open.sender.close()
    const { applicationId, channel } = batch
    await lowerGrant(
      this.#options.database.pool,
      { applicationId, channel, workerId: this.#options.workerId },
      connections,
    )
  }

  #closeWhenIdle(key: string, batch: ClaimedBatch, open: OpenSender): void {
    open.idleTimer = setTimeout(() => {
      void this.#serially(key, async () => {
        if (open.users === 0 && this.#open.get(key) === open) await this.#shut(key, batch, open, 0)
      }).catch(() => undefined) // the grant ends with this worker at the latest
    }, this.#options.idleMs ?? IDLE_MS)
    open.idleTimer.unref()
  }

  #openSender({ configuration, channel }: ClaimedBatch, connections: number): Sender<EmailMessage> {
    return usingConfiguration(() => {
      const provider =
        channel === 'email' ? EMAIL_PROVIDERS[configuration.provider as keyof typeof EMAIL_PROVIDERS] : undefined
      if (provider === undefined) throw new Error(`There is no provider ${configuration.provider} for ${channel}.`)
      const settings = openConfiguration(configuration, this.#options.secrets) as unknown as SmtpConfiguration
      return provider.openSender(settings, this.#options.environment, connections)
    })
  }
}
