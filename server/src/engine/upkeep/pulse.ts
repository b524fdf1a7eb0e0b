/** What this worker did lately, for the operator. Written every few seconds, beside the work. */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { addPulse, noteJournal, type Pulse } from './pulse-queries.ts'
import type { BatchOutcome } from '../record/outcomes.ts'
import { ATTEMPT, STATE } from '../states.ts'

interface PulseOptions {
  pool: pg.Pool
  workerId: string
  shard: number
  log: Log
  /** Written and not yet in the database. */
  journalBytes: () => number
}

const EVERY_MS = 2000

/** Of what belongs to no channel. */
export const NO_CHANNEL = ''

/** Counts in memory; `run` brings the counts into the database. What a killed worker had not written is missing there. */
export class PulseCounter {
  readonly #options: PulseOptions
  #counts = new Map<string, Pulse>()
  #journalBytes = 0

  constructor(options: PulseOptions) {
    this.#options = options
  }

  /** Outcomes that have reached the database. */
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

  /** Until the signal, and once more after it. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
      await this.#write()
    }
  }

  #of(channel: string): Pulse {
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
      for (const [channel, pulse] of counts) await addPulse(pool, { channel, shard }, pulse)
      const bytes = journalBytes()
      if (bytes !== this.#journalBytes) await noteJournal(pool, workerId, bytes)
      this.#journalBytes = bytes
    } catch (error) {
      // Figures for onlookers: those of a moment without a database are not worth a second try.
      log.debug({ err: error }, 'the pulse could not be written')
    }
  }
}
