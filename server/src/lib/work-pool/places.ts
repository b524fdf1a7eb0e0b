/** Slots of a scarce resource, shared fairly: keys that ask often wait behind those that ask seldom. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { AppError } from '../app-error.ts'

export interface PlacesOptions {
  /** Slots in total. */
  places: number
  /** Slots of one key at a time. */
  placesPerKey: number
  /** Waiters of one key. */
  waitingPerKey: number
  /** Waiters in total. */
  waitingMax: number
  /** Longest wait. */
  waitMs: number
}

/** Releases a slot. Called once. */
export type Leave = () => void

interface Waiting {
  admit: (leave: Leave) => void
  refuse: (error: Error) => void
}

const RETRY_AFTER_SECONDS = 2

export class Places {
  private readonly options: PlacesOptions
  /** Only keys with waiters, next in turn first. */
  private readonly queues = new Map<string, Waiting[]>()
  private readonly taken = new Map<string, number>()
  private takenInAll = 0
  private waitingInAll = 0
  private closed = false

  constructor(options: PlacesOptions) {
    this.options = options
  }

  /**
   * Resolves when the key has a slot. Keys take turns, so a long queue of one delays another by at most one piece of work. Throws
   * tooManyRequests if too many of the key wait, unavailable if too many wait in total or the wait was too long.
   */
  async take(key: string): Promise<Leave> {
    if (this.closed) throw closing()
    return this.mayTake(key) ? this.admit(key) : this.wait(key)
  }

  /** Refuses everyone who waits, and all later requests. */
  close(): void {
    this.closed = true
    for (const queue of this.queues.values()) for (const { refuse } of queue) refuse(closing())
    this.queues.clear()
    this.waitingInAll = 0
  }

  private mayTake(key: string): boolean {
    const { places, placesPerKey } = this.options
    return this.takenInAll < places && (this.taken.get(key) ?? 0) < placesPerKey
  }

  private admit(key: string): Leave {
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1)
    this.takenInAll += 1
    return () => {
      const left = (this.taken.get(key) ?? 0) - 1
      if (left > 0) this.taken.set(key, left)
      else this.taken.delete(key)
      this.takenInAll -= 1
      this.serve()
    }
  }

  private serve(): void {
    for (const [key, queue] of this.queues) {
      if (this.takenInAll >= this.options.places) return
      if (!this.mayTake(key)) continue
      const next = queue.shift()
      this.queues.delete(key)
      // Goes to the end of the turn.
      if (queue.length > 0) this.queues.set(key, queue)
      if (next === undefined) continue
      this.waitingInAll -= 1
      next.admit(this.admit(key))
    }
  }

  private wait(key: string): Promise<Leave> {
    const { waitingPerKey, waitingMax, waitMs } = this.options
    const queue = this.queues.get(key) ?? []
    if (queue.length >= waitingPerKey) throw tooMuchOfOne()
    if (this.waitingInAll >= waitingMax) throw tooMuchInAll()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.leaveQueue(key, waiting)
        reject(tooMuchInAll())
      }, waitMs)
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer)
          end(value)
        }
      const waiting: Waiting = { admit: settle(resolve), refuse: settle(reject) }
      queue.push(waiting)
      this.queues.set(key, queue)
      this.waitingInAll += 1
    })
  }

  private leaveQueue(key: string, waiting: Waiting): void {
    const queue = this.queues.get(key) ?? []
    const at = queue.indexOf(waiting)
    if (at === -1) return
    queue.splice(at, 1)
    this.waitingInAll -= 1
    if (queue.length === 0) this.queues.delete(key)
  }
}

function tooMuchOfOne(): AppError {
  return new AppError('tooManyRequests', { ...sentence('quotas.tooMuch'), retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function tooMuchInAll(): AppError {
  return new AppError('unavailable', { ...sentence('quotas.busy'), retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function closing(): AppError {
  return new AppError('unavailable', sentence('quotas.restarting'))
}
