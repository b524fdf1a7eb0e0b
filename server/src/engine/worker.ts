/** One worker: claims batches by fair share and delivers several at a time, until it is stopped. */
import type { ProviderEnvironment } from '../channels/provider.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../db/database.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createAddressCheck } from '../lib/network/net-guard.ts'
import { createSecrets } from '../lib/secrets.ts'
import type { TracingSetting } from '../lib/tracing/spans.ts'
import { processMark } from '../db/embedded/process-state.ts'
import { CompiledRuns } from './runs/compiled-runs.ts'
import { deliver } from './deliver.ts'
import type { Engine } from './engine.ts'
import { HandOverLog } from './log/hand-over-log.ts'
import { Journal, journalFolder } from './record/journal.ts'
import { listenForWork, registerWorker, releaseWorker } from './batches/worker-queries.ts'
import type { LaneClass } from './batches/lease-queries.ts'
import { type LeasedBatch, Leases } from './batches/leases.ts'
import { PulseCounter } from './upkeep/pulse.ts'
import { Recorder, shardOf } from './record/recorder.ts'
import { CostlyMessages } from './sending/costly-messages.ts'
import { Senders } from './sending/senders.ts'
import { type Stage, TUNING, type Tuning } from './tuning.ts'
import { endOfBatch, runSweeps } from './upkeep/sweep.ts'

/**
 * Everything that a worker process needs, sent over the IPC channel as JSON. It reads no environment variables, except for those of
 * OpenTelemetry's SDK if that is loaded.
 */
export interface WorkerOrder {
  workerId: string
  hostId: string
  connectionString: string
  masterSecret: string
  /** Process id of the parent of the supervisor's process, if it has one that watches it. */
  starter?: number | undefined
  journalsDir: string
  publicUrl: string
  bounceDomain: string | null
  /** The name by which we introduce ourselves to mail servers. */
  hostname: string
  allowPrivateTargets: boolean
  providerUrls: ProviderEnvironment['urls']
  pushOrigins: readonly string[]
  logLevel: string
  /** Absent or null: tracing is off. */
  tracing?: TracingSetting | null
  tuning: Partial<Tuning>
}

interface WorkerHooks {
  /** Called with every renewal of the leases. */
  onBeat?: () => void
  /** Another supervisor took over this worker's leases: the process must end at once. */
  onLost?: () => void
  onStage?: (stage: Stage) => void
  /** Decides what is due; the system clock by default. */
  clock?: Clock
}

export interface RunningWorker {
  /** Starts no further message, waits for those in flight up to a limit, and cleans up. */
  stop(): Promise<void>
}

const DATABASE_CONNECTIONS = 8
// How long a lane rests that this worker could not serve, mostly for lack of connections.
const REST_MS = 500

/** Opens everything and starts claiming. Rejects if the database cannot be reached. */
export async function startWorker(order: WorkerOrder, hooks: WorkerHooks = {}): Promise<RunningWorker> {
  const log = createLog(order.logLevel)
  const database = openDatabase({
    connectionString: order.connectionString,
    maxConnections: DATABASE_CONNECTIONS,
    log,
  })
  const worker = new Worker(order, database, log, hooks)
  await worker.start()
  return worker
}

class Worker implements RunningWorker {
  readonly #order: WorkerOrder
  readonly #database: Database
  readonly #hooks: WorkerHooks
  readonly #tuning: Tuning
  readonly #engine: Engine
  readonly #journal: Journal
  readonly #pulse: PulseCounter
  readonly #delivering = new Map<LeasedBatch, Promise<void>>()
  readonly #resting = new Map<string, number>()
  readonly #stopping = new AbortController()
  readonly #wakes = { 0: Promise.withResolvers<void>(), 1: Promise.withResolvers<void>() }
  #loops: Promise<void>[] = []
  #journalTimer: NodeJS.Timeout | undefined

  constructor(order: WorkerOrder, database: Database, log: Log, hooks: WorkerHooks) {
    this.#order = order
    this.#database = database
    this.#hooks = hooks
    const { workerId, hostId } = order
    const tuning = { ...TUNING, ...order.tuning }
    this.#tuning = tuning
    this.#journal = new Journal(journalFolder(order.journalsDir, workerId), tuning.journalSegmentBytes)
    const secrets = createSecrets(order.masterSecret)
    const environment = {
      isAllowedAddress: createAddressCheck({ allowPrivate: order.allowPrivateTargets }),
      hostname: order.hostname,
      publicUrl: order.publicUrl,
      urls: order.providerUrls,
      pushOrigins: order.pushOrigins,
    }
    const stage = hooks.onStage ?? (() => undefined)
    const base = { database, clock: hooks.clock ?? systemClock, log, tuning }
    const pulse = new PulseCounter({
      pool: database.pool,
      workerId,
      shard: shardOf(workerId),
      log,
      journalBytes: () => this.#journal.openBytes,
    })
    this.#pulse = pulse
    const onStored = pulse.stored.bind(pulse)
    const onLost = hooks.onLost ?? (() => process.exit(1))
    this.#engine = {
      ...base,
      secrets,
      publicUrl: order.publicUrl,
      environment,
      leases: new Leases({
        ...base,
        worker: { workerId, hostId },
        onLost,
        onWorkers: n => this.#engine.senders.share(n),
      }),
      handOverLog: new HandOverLog({ ...base, secrets }, tuning),
      recorder: new Recorder({ ...base, workerId, journal: this.#journal, stage, onStored }),
      senders: new Senders({ database, secrets, environment, workerId, leaseMs: tuning.leaseMs }),
      runs: new CompiledRuns({ database, secrets, publicUrl: order.publicUrl, bounceDomain: order.bounceDomain }),
      costly: new CostlyMessages(),
      restLane: laneId => this.#resting.set(laneId, performance.now() + REST_MS),
      claimSoon: laneClass => this.#wakes[laneClass].resolve(),
      stage,
    }
  }

  async start(): Promise<void> {
    const { workerId, hostId } = this.#order
    const mark = (await processMark(process.pid)) ?? ''
    await registerWorker(this.#database.pool, { workerId, hostId, pid: process.pid, mark })
    const { signal } = this.#stopping
    const { journalSegmentMs } = this.#tuning
    this.#journalTimer = setInterval(() => this.#journal.renew(journalSegmentMs), journalSegmentMs / 10)
    this.#loops = [
      this.#engine.leases.run(() => this.#hooks.onBeat?.()),
      this.#claimLoop(1),
      // A loop of their own, so that transactional messages never wait behind a campaign.
      this.#claimLoop(0),
      this.#listenLoop(),
      runSweeps({ ...this.#engine, shard: shardOf(workerId) }, signal),
      this.#pulse.run(signal),
    ]
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wakeFor('')
    for (const batch of this.#engine.leases.held) batch.stop()
    const inFlight = Promise.allSettled(this.#delivering.values())
    await Promise.race([inFlight, delay(this.#tuning.stopMs, undefined, { ref: false })])
    await this.#engine.recorder.settle()
    await this.#engine.handOverLog.stop()
    this.#engine.leases.end()
    await Promise.all(this.#loops)
    // What is still in flight stays in the journal; the supervisor takes it over.
    if (this.#delivering.size === 0) {
      await this.#engine.senders.close()
      await releaseWorker(this.#database.pool, this.#order.workerId)
    }
    clearInterval(this.#journalTimer)
    this.#journal.end()
    await this.#database.close()
  }

  async #claimLoop(laneClass: LaneClass): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const claim = laneClass === 0 ? this.#claimMessages() : this.#claim()
      const batch = await claim.catch((error: unknown) => {
        this.#engine.log.warn({ err: error }, 'no work could be claimed')
        return null
      })
      if (batch === null) await this.#waitForWork(laneClass)
      else this.#deliver(batch)
    }
  }

  async #claim(): Promise<LeasedBatch | null> {
    const { batchesPerLane, recipientsInHand, recipientsAtMost } = this.#tuning
    const inHand = this.#recipientsInHand()
    if (inHand >= recipientsAtMost) {
      this.#putBackSlowest()
      return null
    }
    // Then lanes that are served already wait: slow ones must not keep the others out.
    const perLane = inHand < recipientsInHand ? batchesPerLane : 0.5
    return this.#claimed(await this.#engine.leases.claim(1, this.#busyLanes(perLane)))
  }

  /** These batches are small; a slow one delays the next ones of its lane only if there are many such. */
  async #claimMessages(): Promise<LeasedBatch | null> {
    return this.#claimed(await this.#engine.leases.claim(0, this.#busyLanes(this.#tuning.messageBatchesPerLane)))
  }

  #claimed(batch: LeasedBatch | null): LeasedBatch | null {
    if (batch?.claim.isTakenOver) this.#pulse.lostLeases(1)
    // Claimed while the worker was stopping: it is released at once.
    if (batch !== null && this.#stopping.signal.aborted) batch.stop()
    return batch
  }

  /**
   * Slow servers must not fill the worker for hours: the batch held longest is released after what is in flight, and its lane gets its next
   * turn after the others.
   */
  #putBackSlowest(): void {
    const longMs = performance.now() - this.#tuning.slowMs
    const slow = [...this.#delivering.keys()].filter(
      batch => batch.claim.laneClass === 1 && !batch.isHandedOver && !batch.isStopped && batch.heldSinceMs < longMs,
    )
    slow.toSorted((a, b) => a.heldSinceMs - b.heldSinceMs)[0]?.stop()
  }

  #deliver(batch: LeasedBatch): void {
    const work = deliver(this.#engine, batch)
      .then(async () => {
        if (!batch.isStopped) await endOfBatch(this.#database.pool, batch.claim, this.#engine.clock.now())
      })
      .catch((error: unknown) => this.#engine.log.error({ err: error }, 'a batch ended badly'))
      .finally(() => {
        this.#delivering.delete(batch)
        this.#wakes[batch.claim.laneClass].resolve()
      })
    this.#delivering.set(batch, work)
  }

  #recipientsInHand(): number {
    let total = 0
    for (const { claim, isHandedOver, isStopped } of this.#delivering.keys())
      if (claim.laneClass === 1 && !isHandedOver && !isStopped)
        total += claim.seqs?.length ?? (claim.seqTo ?? 0) - (claim.seqFrom ?? 0) + 1
    return total
  }

  /** Lanes from which this worker claims nothing now. */
  #busyLanes(batchesPerLane: number): string[] {
    const counts = new Map<string, number>()
    // A batch that is handed over but not stored counts half, so that a slow database eventually holds the lane back.
    for (const { claim, isHandedOver } of this.#delivering.keys())
      counts.set(claim.laneId, (counts.get(claim.laneId) ?? 0) + (isHandedOver ? 0.5 : 1))
    const now = performance.now()
    for (const [laneId, until] of this.#resting) if (until <= now) this.#resting.delete(laneId)
    const full = [...counts].filter(([, count]) => count >= batchesPerLane).map(([laneId]) => laneId)
    return [...full, ...this.#resting.keys()]
  }

  /** Waits until a batch ends, a notification arrives or the next poll is due. */
  async #waitForWork(laneClass: LaneClass): Promise<void> {
    const timer = setTimeout(() => this.#wakes[laneClass].resolve(), this.#tuning.pollMs)
    await this.#wakes[laneClass].promise
    clearTimeout(timer)
    this.#wakes[laneClass] = Promise.withResolvers()
  }

  /** A notification names the lane class that has work; an empty one means any. */
  #wakeFor(announced: string): void {
    if (announced !== '1') this.#wakes[0].resolve()
    if (announced !== '0') this.#wakes[1].resolve()
  }

  /** Notifications shorten the wait; without them the worker still polls every 200 ms. */
  async #listenLoop(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await listenForWork(this.#database.pool, signal, announced => this.#wakeFor(announced)).catch(() => undefined)
      await delay(1000, undefined, { signal }).catch(() => undefined)
    }
  }
}
