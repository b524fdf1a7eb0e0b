/** The owner's side of one thread. */
import { Worker } from 'node:worker_threads'
import { AppError } from '../app-error.ts'
import { THREAD_FLAGS } from '../process/heap-flags.ts'
import type { FromThread, ToThread } from './work.ts'

/** A message, or the reason why none comes: the thread ended, or exceeded its memory or time. */
export type Arrival = FromThread | { kind: 'ended' } | { kind: 'out_of_memory' } | { kind: 'out_of_time' }

/** For young objects, of which few outlive a piece of work; the rest of the memory is for old ones. */
const YOUNG_MB = 8

/** Wall-clock time may exceed processor time by this factor. */
const CLOCK_FACTOR = 10

export class Thread {
  private readonly worker: Worker
  private readonly arrived: Arrival[] = []
  private wake: (() => void) | undefined
  private alive = true
  private budgetMs = 0
  /** Processor time when the limit was set. */
  private startedAtMs = 0
  /** How long the owner has waited since then, and how much more until the thread's time is read. */
  private waitedMs = 0
  private checkAtMs = 0

  constructor(memoryMb: number) {
    this.worker = new Worker(new URL('./pool-thread.ts', import.meta.url), {
      execArgv: THREAD_FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.worker.on('message', (message: FromThread) => this.arrive(message))
    this.worker.on('messageerror', error => this.arrive({ kind: 'failed', error }))
    this.worker.on('error', error => {
      this.alive = false
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.arrive(isMemory ? { kind: 'out_of_memory' } : { kind: 'failed', error })
    })
    this.worker.on('exit', () => {
      this.alive = false
      this.arrive({ kind: 'ended' })
    })
  }

  post(message: ToThread, moving: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, moving)
  }

  /** Sets the limit for `next`: this much processor time in total, and ten times as much wall-clock time. */
  async startClock(timeMs: number): Promise<void> {
    this.budgetMs = timeMs
    this.waitedMs = 0
    this.checkAtMs = timeMs
    this.startedAtMs = (await processorMs(this.worker)) ?? 0
  }

  /** Returns the next message, or out_of_time. */
  async next(): Promise<Arrival> {
    for (;;) {
      const first = this.arrived.shift()
      if (first !== undefined) return first
      if (this.waitedMs < this.checkAtMs) {
        await this.waitForArrival(this.checkAtMs - this.waitedMs)
        continue
      }
      const usedMs = await processorMs(this.worker)
      const leftMs = usedMs === null ? ANSWER_MS : this.budgetMs - (usedMs - this.startedAtMs)
      if (leftMs <= 0 || this.waitedMs >= this.budgetMs * CLOCK_FACTOR) return { kind: 'out_of_time' }
      this.checkAtMs = this.waitedMs + leftMs
    }
  }

  /** Whether it can do other work. */
  isAlive(): boolean {
    return this.alive
  }

  /** Its memory including garbage, in MiB. */
  async heldMb(): Promise<number> {
    const { used_heap_size: objects, external_memory: buffers } = await this.worker.getHeapStatistics()
    return (objects + buffers) / 1_048_576
  }

  /** Sets whether it keeps the process running. */
  hold(isHeld: boolean): void {
    if (isHeld) this.worker.ref()
    else this.worker.unref()
  }

  /** Ends it, whatever it is doing. */
  async end(): Promise<void> {
    this.alive = false
    await this.worker.terminate()
  }

  private arrive(arrival: Arrival): void {
    this.arrived.push(arrival)
    this.wake?.()
  }

  private async waitForArrival(timeoutMs: number): Promise<void> {
    const sinceMs = performance.now()
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, timeoutMs)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.waitedMs += performance.now() - sinceMs
  }
}

/** A busy thread responds at once too; one that does not is at a place that cannot be interrupted. */
const ANSWER_MS = 100

/** Processor time since its start; null if it does not respond. */
async function processorMs(worker: Worker): Promise<number | null> {
  const silence = new Promise<null>(resolve => setTimeout(() => resolve(null), ANSWER_MS).unref())
  const usage = await Promise.race([worker.cpuUsage().catch(() => null), silence])
  return usage === null ? null : (usage.user + usage.system) / 1000
}

/** The error that a message describes. */
export function errorOf(arrival: Extract<Arrival, { kind: 'refused' | 'failed' | 'ended' }>): Error {
  switch (arrival.kind) {
    case 'refused': {
      const { error, sentence, errors, data, retryAfterSeconds } = arrival.error
      return new AppError(error, {
        ...sentence,
        data,
        ...(errors !== undefined && { errors }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      })
    }
    case 'failed':
      return arrival.error instanceof Error
        ? arrival.error
        : new Error('The work of a thread failed.', { cause: arrival.error })
    case 'ended':
      return new Error('A thread ended before its work did.')
  }
}
