/** What this worker did recently, for the operator's page. Written every few seconds, beside the work. */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { addMinuteCounters, noteJournal, type MinuteCounters } from './pulse-queries.ts'
import type { BatchOutcome } from '../record/outcomes.ts'
import { ATTEMPT, STATE } from '../states.ts'

interface PulseOptions {
  pool: pg.Pool
  workerId: string
  shard: number
  log: Log
  /** Bytes that are in the journal and not yet in the database. */
  journalBytes: () => number
}

const EVERY_MS = 2000

/** For counts that belong to no channel. */
export const NO_CHANNEL = ''

/** Counts in memory; `run` writes the counts to the database. What a killed worker had not written is lost. */
export class PulseCounter {
  readonly #options: PulseOptions
  #counts = new Map<string, MinuteCounters>()
  #journalBytes = 0

  constructor(options: PulseOptions) {
    this.#options = options
  }

  /** Counts outcomes that have been committed. */
  stored(outcomes: readonly BatchOutcome[]): void {
    for (const { batch, outcome } of outcomes) {
      if (outcome.attempt === null) continue
      const pulse = this.#of(batch.channel)
      if (outcome.attempt.kind === ATTEMPT.sent) pulse.sent++
      else if (outcome.state === STATE.pending) pulse.retried++
      else pulse.failed++
    }
  }

  lostLeases(n: number): void {
    this.#of(NO_CHANNEL).leasesLost += n
  }

  /** Runs until the signal aborts, and writes once more after it. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
      await this.#write()
    }
  }

  #of(channel: string): MinuteCounters {
    let pulse = this.#counts.get(channel)
    if (pulse === undefined) {
      pulse = { sent: 0, failed: 0, retried: 0, leasesLost: 0 }
      this.#counts.set(channel, pulse)
    }
    return pulse
  }

  async #write(): Promise<void> {
    const { pool, workerId, shard, log, journalBytes } = this.#options
    const counts = this.#counts
    this.#counts = new Map()
    try {
      for (const [channel, pulse] of counts) await addMinuteCounters(pool, { channel, shard }, pulse)
      const bytes = journalBytes()
      if (bytes !== this.#journalBytes) await noteJournal(pool, workerId, bytes)
      this.#journalBytes = bytes
    } catch (error) {
      // These are only shown: a gap is not worth a retry.
      log.debug({ err: error }, 'the pulse could not be written')
    }
  }
}
