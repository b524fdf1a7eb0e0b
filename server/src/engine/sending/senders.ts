/**
 * The open senders of this worker, one per channel of an application. Each uses at most the connections granted to it, and the grants of
 * all workers together never exceed the configuration's limit.
 */
import { channelNamed, openConfiguration } from '../../channels/registry.ts'
import type { ProviderEnvironment, Sender } from '../../channels/provider.ts'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { usingConfiguration } from '../runs/compiled-runs.ts'
import { type ClaimedBatch, lowerGrant, raiseGrant } from '../batches/lease-queries.ts'
import { shortTransaction } from '../record/merge-queries.ts'

interface SendersOptions {
  database: Database
  secrets: Secrets
  environment: ProviderEnvironment
  workerId: string
  leaseMs: number
}

interface OpenSender {
  batch: ClaimedBatch
  sender: Sender<object>
  configuration: string
  /** Connections granted to this worker, as the database has it. */
  granted: number
  /** Connections in use: fewer than granted while some are being closed. */
  connections: number
  users: number
  /** Called when the last user is done, if a caller waits for that. */
  onUnused: (() => void) | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** A sender without a batch for this long gives its connections back. */
const IDLE_MS = 10_000

/** What campaigns may use: a tenth of the connections, at least one, is reserved for single messages, which a person waits for. */
function forCampaigns(maxConnections: number): number {
  return maxConnections < FEW ? maxConnections : maxConnections - Math.max(1, Math.floor(maxConnections / 10))
}

// With fewer connections than this, none is reserved: campaigns would miss it more.
const FEW = 5

/** What batches may use: single messages get what campaigns leave, or share the campaigns' connections if that is nothing. */
function limitOf({ laneClass, maxConnections }: ClaimedBatch): number {
  const campaigns = forCampaigns(maxConnections)
  return isApart({ laneClass, maxConnections }) ? maxConnections - campaigns : campaigns
}

function isApart({ laneClass, maxConnections }: Pick<ClaimedBatch, 'laneClass' | 'maxConnections'>): boolean {
  return laneClass === 0 && maxConnections >= FEW
}

/** The key of a sender among the grants. */
function grantName(batch: ClaimedBatch): string {
  return isApart(batch) ? `${batch.channel} messages` : batch.channel
}

function shareOf(batch: ClaimedBatch, workers: number): number {
  return Math.max(1, Math.floor(limitOf(batch) / workers))
}

export class Senders {
  readonly #options: SendersOptions
  readonly #open = new Map<string, OpenSender>()
  /** One change at a time per sender: closing, granting, opening. */
  readonly #changes = new Map<string, Promise<unknown>>()

  constructor(options: SendersOptions) {
    this.#options = options
  }

  /**
   * Runs `work` with a sender for the batch's current configuration. Resolves to undefined if other workers hold all of its connections.
   * Throws ConfigurationError if the stored settings cannot be used.
   */
  async use<T>(batch: ClaimedBatch, work: (sender: Sender<object>) => Promise<T>): Promise<T | undefined> {
    const key = `${batch.applicationId} ${grantName(batch)}`
    const open = await this.#serially(key, () => this.#acquire(key, batch))
    if (open === undefined) return undefined
    try {
      return await work(open.sender)
    } finally {
      open.users--
      if (open.users === 0) open.onUnused?.()
      if (open.users === 0 && this.#open.get(key) === open) this.#closeWhenIdle(key, open)
    }
  }

  /** Called with the number of live workers: connections move between workers while batches go on. */
  share(workers: number): void {
    for (const [key, open] of this.#open) {
      const share = shareOf(open.batch, workers)
      if (share === open.connections || (share > open.connections && open.users === 0)) continue
      const change = async (): Promise<void> => (this.#open.get(key) === open ? this.#fit(key, open, share) : undefined)
      void this.#serially(key, change).catch(() => undefined) // asked again half a second later
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
    const wanted = shareOf(batch, batch.workers)
    const configuration = `${batch.configuration.configuration_id} ${batch.configuration.updatedAt.getTime()}`
    let open = this.#open.get(key)
    if (open !== undefined && open.configuration !== configuration) {
      await this.#shut(key, open)
      open = undefined
    }
    if (open === undefined) {
      const granted = await this.#grant(batch, wanted)
      if (granted === 0) return undefined
      open = this.#opened(batch, { configuration, granted })
      this.#open.set(key, open)
    } else await this.#fit(key, open, wanted)
    open.batch = batch
    clearTimeout(open.idleTimer)
    open.users++
    return open
  }

  async #fit(key: string, open: OpenSender, wanted: number): Promise<void> {
    if (wanted > open.granted) open.granted = Math.max(open.granted, await this.#grant(open.batch, wanted))
    this.#resize(key, open, Math.min(wanted, open.granted))
  }

  #opened(batch: ClaimedBatch, state: Pick<OpenSender, 'configuration' | 'granted'>): OpenSender {
    const sender = this.#openSender(batch)
    void sender.resize(state.granted)
    return { ...state, batch, sender, connections: state.granted, users: 0, onUnused: undefined, idleTimer: undefined }
  }

  /** Surplus connections are given back once they are closed; their messages continue on the others. */
  #resize(key: string, open: OpenSender, connections: number): void {
    if (connections === open.connections) return
    open.connections = connections
    const isResized = open.sender.resize(connections)
    if (connections >= open.granted) return
    void isResized.then(() => this.#serially(key, () => this.#giveBack(key, open, connections))).catch(() => undefined) // asked again with the next batch; the grant ends with this worker at the latest
  }

  async #giveBack(key: string, open: OpenSender, connections: number): Promise<void> {
    // Meanwhile the sender may have been granted more again, or been closed.
    const rest = Math.max(connections, open.connections)
    if (this.#open.get(key) !== open || rest >= open.granted) return
    await this.#lower(open.batch, rest)
    open.granted = rest
  }

  #grant(batch: ClaimedBatch, wanted: number): Promise<number> {
    const { applicationId } = batch
    const { workerId, leaseMs } = this.#options
    const [channel, limit] = [grantName(batch), limitOf(batch)]
    return shortTransaction(this.#options.database.pool, client =>
      raiseGrant(client, { applicationId, channel, workerId, wanted, limit, leaseMs }),
    )
  }

  #lower(batch: ClaimedBatch, connections: number): Promise<void> {
    const { database, workerId } = this.#options
    const channel = grantName(batch)
    return lowerGrant(database.pool, { applicationId: batch.applicationId, channel, workerId }, connections)
  }

  /** Closes the connections, which takes as long as their batches, and only then releases the grant. */
  async #shut(key: string, open: OpenSender): Promise<void> {
    clearTimeout(open.idleTimer)
    this.#open.delete(key)
    if (open.users > 0) await new Promise<void>(resolve => (open.onUnused = resolve))
    await open.sender.close()
    await this.#lower(open.batch, 0)
  }

  #closeWhenIdle(key: string, open: OpenSender): void {
    open.idleTimer = setTimeout(() => {
      void this.#serially(key, async () => {
        if (open.users === 0 && this.#open.get(key) === open) await this.#shut(key, open)
      }).catch(() => undefined) // the grant ends with this worker at the latest
    }, IDLE_MS)
    open.idleTimer.unref()
  }

  #openSender({ configuration, channel, maxConnections }: ClaimedBatch): Sender<object> {
    return usingConfiguration(() => {
      const provider = channelNamed(channel)?.providers[configuration.provider]
      if (provider === undefined) throw new Error(`There is no provider ${configuration.provider} for ${channel}.`)
      const settings = openConfiguration(configuration, this.#options.secrets)
      return provider.openSender(settings, this.#options.environment, maxConnections) as Sender<object>
    })
  }
}
