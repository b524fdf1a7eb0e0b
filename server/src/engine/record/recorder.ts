/**
 * Writes outcomes to the journal at once and to the database soon: every 100 ms, or when enough have accumulated, one transaction stores
 * everything that is due, the completed batches and the journal's position. While the database is unreachable it retries; nothing is sent
 * meanwhile, since no lease is renewed.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { wantedEvents } from '../../jobs/webhook-outbox.ts'
import { stopSendingTo } from '../../people/suppressions/of-deliveries.ts'
import { addSegments } from '../activity/segment-queries.ts'
import { addToList, completeBatch, releaseBatch } from '../batches/lease-queries.ts'
import { releasePlaces } from '../sending/recipient-queries.ts'
import type { Journal, Intent, SettledIntent } from './journal.ts'
import type { LeasedBatch } from '../batches/leases.ts'
import {
  advancePosition,
  appendAttempts,
  joiningDeliveries,
  mergeOutcomes,
  recordBounces,
  shortTransaction,
} from './merge-queries.ts'
import { publishOutcomes } from '../events/publish.ts'
import {
  type BatchOutcome,
  type DeliveryStanding,
  endedWithoutSending,
  groupByRun,
  type Recorded,
  type RunOutcomes,
} from './outcomes.ts'
import type { Stage, Tuning } from '../tuning.ts'
import { STATE } from '../states.ts'

interface RecorderOptions {
  database: Database
  workerId: string
  journal: Journal
  clock: Clock
  log: Log
  tuning: Tuning
  stage: (stage: Stage) => void
  /** Called with outcomes once they are committed. */
  onStored?: (outcomes: readonly BatchOutcome[]) => void
}

interface BatchEnd {
  batch: LeasedBatch
  /** As far as its worker knows. */
  isDone: boolean
  isComplete: boolean
}

export class Recorder {
  readonly #options: RecorderOptions
  readonly #shard: number
  #outcomes: BatchOutcome[] = []
  #ends: BatchEnd[] = []
  #waiters: PromiseWithResolvers<void>[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  #flushes = 0

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#shard = shardOf(options.workerId)
  }

  open(batch: LeasedBatch): void {
    const { applicationId, runId, channel, no, token } = batch.claim
    this.#options.journal.open(batch, { applicationId, runId, channel, no, token })
  }

  /**
   * Synchronous. The intent and the outcomes survive the death of this process from the next `commit` on; without an intent, from now on.
   */
  turn(batch: LeasedBatch, settled: readonly SettledIntent[], next: Intent | null): void {
    const { journal } = this.#options
    journal.turn(batch, settled, next)
    if (next === null) journal.commit()
    for (const { outcome } of settled) if (outcome !== null) this.#outcomes.push({ batch: batch.claim, outcome })
    this.#flushSoon()
  }

  /** Writes all turns since the last commit in one piece. None of their messages may leave before it returns. */
  commit(): void {
    this.#options.journal.commit()
  }

  /** Records decisions that hand nothing over. They are made again after a crash, so the journal does not have them. */
  decide(batch: LeasedBatch, outcomes: readonly Recorded[]): void {
    for (const outcome of outcomes) this.#outcomes.push({ batch: batch.claim, outcome })
    if (outcomes.length > 0) this.#flushSoon()
  }

  /**
   * Resolves when the batch's outcomes and its end are committed, with whether it is complete. `isDone` false releases the batch, and so
   * does a delivery that is still pending.
   */
  async end(batch: LeasedBatch, isDone: boolean): Promise<boolean> {
    this.#options.journal.close(batch)
    const end: BatchEnd = { batch, isDone, isComplete: false }
    this.#ends.push(end)
    const waiter = Promise.withResolvers<void>()
    this.#waiters.push(waiter)
    this.#flushSoon()
    await waiter.promise
    return end.isComplete
  }

  /** Resolves when everything so far is committed. */
  async settle(): Promise<void> {
    while (this.#flushing !== undefined || this.#outcomes.length > 0 || this.#ends.length > 0) {
      await (this.#flushing ?? this.#startFlush())
    }
  }

  #flushSoon(): void {
    if (this.#flushing !== undefined) return
    const { journal, tuning } = this.#options
    // Without an open batch there is nothing to wait for: the last batch of a run must not delay the run's end.
    if (this.#outcomes.length >= tuning.flushRows || journal.isIdle) void this.#startFlush()
    else this.#timer ??= setTimeout(() => void this.#startFlush(), tuning.flushMs)
  }

  #startFlush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // A journal that cannot be written ends the process: a further flush at once would fail in the same way, for ever.
    this.#flushing ??= this.#flush().then(() => {
      this.#flushing = undefined
      if (this.#outcomes.length > 0 || this.#ends.length > 0) this.#flushSoon()
    })
    return this.#flushing
  }

  async #flush(): Promise<void> {
    const { journal, stage, log, onStored } = this.#options
    const outcomes = this.#outcomes
    const ends = this.#ends
    const waiters = this.#waiters
    // The position must not be ahead of the file.
    journal.commit()
    const position = journal.position
    this.#outcomes = []
    this.#ends = []
    this.#waiters = []
    this.#flushes++
    stage('flush')
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#commit(outcomes, ends, position)
        break
      } catch (error) {
        log.warn({ err: error }, 'outcomes could not be stored; trying again')
        await delay(Math.min(1000, 50 * 2 ** attempt))
      }
    }
    journal.committed(position)
    onStored?.(outcomes)
    stage('flushed')
    for (const waiter of waiters) waiter.resolve()
  }

  async #commit(outcomes: readonly BatchOutcome[], ends: readonly BatchEnd[], position: number): Promise<void> {
    const { database, workerId, clock } = this.#options
    await shortTransaction(database.pool, async client => {
      if (!(await advancePosition(client, { workerId, position, flush: this.#flushes }, clock.now()))) return
      await storeOutcomes(client, outcomes, this.#shard)
      for (const end of ends.toSorted(byKey)) end.isComplete = await endBatch(client, end)
    })
  }
}

/** The worker's shard in tables that keep counts in shards: 0 to 31. */
export function shardOf(workerId: string): number {
  return Number.parseInt(workerId.slice(-2), 16) % 32
}

/** Merges outcomes and appends attempts, run by run in one order, so that two workers cannot deadlock. */
export async function storeOutcomes(
  client: pg.ClientBase,
  outcomes: readonly BatchOutcome[],
  shard: number,
): Promise<void> {
  const runs = groupByRun(outcomes)
  for (const run of runs) await publishToWebhooks(client, run, await mergeOutcomes(client, run, shard))
  if (runs.some(hasBounces))
    await joiningDeliveries(client, async () => {
      for (const run of runs) await stopSendingTo(client, run, run.dead, { outweighs: false })
      for (const run of runs) await recordBounces(client, run)
    })
  for (const run of runs) await appendAttempts(client, run)
  const texts = runs.filter(({ channel }) => channel === 'sms')
  if (texts.length > 0)
    await joiningDeliveries(client, async () => {
      for (const run of texts) await addSegments(client, run, shard)
    })
  await releasePlaces(client, runs.map(endedWithoutSending))
}

async function publishToWebhooks(
  client: pg.ClientBase,
  run: RunOutcomes,
  moved: readonly DeliveryStanding[],
): Promise<void> {
  if (moved.length === 0) return
  const wanted = await wantedEvents(client, run.applicationId)
  if (wanted.size > 0) await publishOutcomes(client, run, moved, wanted)
}

function hasBounces({ dead, standings }: RunOutcomes): boolean {
  return dead.length > 0 || standings.some(({ state }) => state === STATE.bounced)
}

/** In one order everywhere: see renewLeases. */
function byKey({ batch: { claim: a } }: BatchEnd, { batch: { claim: b } }: BatchEnd): number {
  return a.runId === b.runId ? a.no - b.no : a.runId < b.runId ? -1 : 1
}

async function endBatch(client: pg.ClientBase, { batch, isDone }: BatchEnd): Promise<boolean> {
  const { claim, retries } = batch
  const lists = isDone ? [...retries] : []
  const retried = lists.flatMap(({ seqs }) => seqs)
  const isComplete = isDone && (await completeBatch(client, claim, retried))
  if (!isComplete) await releaseBatch(client, claim)
  else
    for (const { dueMs, attempt, seqs } of lists)
      await addToList(client, { ...claim, attempt, dueAt: new Date(dueMs) }, seqs)
  return isComplete
}
