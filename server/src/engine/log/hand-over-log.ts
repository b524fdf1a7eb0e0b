/**
 * What the engine logs: each hand-over that failed, a sample of the successful ones of campaigns, and every test send. Messages of programs
 * are all logged, successful ones too: the first of each minute one by one, the others as a number. A campaign that fails as a whole
 * neither fills the log nor slows a worker: each run writes a bounded number of entries per second, and one more counts the rest.
 */
import type { LogKind } from '@notifly/contracts/logs/logs'
import type { Outcome, Rejected, Settled } from '../../channels/provider.ts'
import { openConfiguration } from '../../channels/registry.ts'
import type { LeasedBatch } from '../batches/leases.ts'
import type { Tuning } from '../tuning.ts'
import type { LogNote } from './log-entry.ts'
import { type LogDeps, settleLog, writeLog, writeSampledLog } from './log-writer.ts'
import { outgoingNote } from './outgoing.ts'

/** Entries per run, second and worker. */
const PER_SECOND = 200
const SECOND_MS = 1000
/** Distinct failures of one run that are counted separately. */
const KINDS_MAX = 20
const CONFIGURATIONS_MAX = 100

interface RunSecond {
  left: number
  more: Map<string, LogNote>
}

const kindOf = ({ isTest }: LeasedBatch['claim']): LogKind => (isTest ? 'test' : 'outgoing')

export class HandOverLog {
  readonly #deps: LogDeps
  readonly #sample: number
  readonly #runs = new Map<string, RunSecond>()
  readonly #settings = new Map<string, unknown>()
  readonly #noted = new WeakSet<Outcome>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: LogDeps, { logSample }: Pick<Tuning, 'logSample'>) {
    this.#deps = deps
    this.#sample = logSample
  }

  /** Costs next to nothing for successful hand-overs. Never throws. */
  settled(batch: LeasedBatch, settled: readonly Settled<{ seq: number }>[]): void {
    for (const each of settled) {
      const { kind } = each.outcome
      const { isStream, isTest } = batch.claim
      const isOfProgram = kind === 'sent' && isStream && !isTest
      const isQuiet = kind === 'sent' && !isTest && !isOfProgram && !this.#isSample(each.message.seq)
      if (kind === 'withheld' || isQuiet) continue
      this.#noted.add(each.outcome)
      try {
        if (isOfProgram) this.#noteSent(batch, each)
        else this.#note(batch, each)
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'a hand-over could not be written into the log')
      }
    }
  }

  /** The whole configuration failed: one entry, unless that of a message says so already. */
  rejected({ claim }: LeasedBatch, rejection: Rejected): void {
    if (this.#noted.has(rejection)) return
    try {
      const { applicationId, runId, channel, configuration } = claim
      const settled = { message: null, outcome: rejection }
      const settings = this.#settingsOf(configuration)
      const note = outgoingNote({ channel, provider: configuration.provider, settings, settled })
      const delivery = { runId, seq: claim.isTest ? (claim.seqFrom ?? 0) : 0 }
      if (note !== null) writeLog(this.#deps, { ...note, applicationId, kind: kindOf(claim), receiver: '', delivery })
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a hand-over could not be written into the log')
    }
  }

  async stop(): Promise<void> {
    this.#endSecond()
    await settleLog(this.#deps.database)
  }

  /** The first message of each run is in the sample, so that every run has an entry. */
  #isSample(seq: number): boolean {
    return this.#sample > 0 && seq % this.#sample === 1 % this.#sample
  }

  #note({ claim }: LeasedBatch, settled: Settled<{ seq: number }>): void {
    const { applicationId, runId, channel, configuration } = claim
    const second = this.#secondOf(runId)
    if (second.left === 0) return this.#countMore(second, settled, { applicationId, runId, channel, configuration })
    second.left--
    const { provider } = configuration
    const note = outgoingNote({ channel, provider, settings: this.#settingsOf(configuration), settled })
    if (note === null) return
    const delivery = { runId, seq: settled.message.seq }
    writeLog(this.#deps, { ...note, applicationId, kind: kindOf(claim), receiver: '', delivery })
  }

  /** Does not use up what a second has for failures. */
  #noteSent({ claim }: LeasedBatch, settled: Settled<{ seq: number }>): void {
    const { applicationId, runId, channel, configuration } = claim
    const { provider } = configuration
    const told = outgoingNote({ channel, provider, settings: this.#settingsOf(configuration), settled })
    if (told === null) return
    const delivery = { runId, seq: settled.message.seq }
    const note: LogNote = { ...told, applicationId, kind: kindOf(claim), receiver: '', delivery }
    writeSampledLog(this.#deps, note, { ...note, method: '', endpoint: provider })
  }

  #countMore(
    { more }: RunSecond,
    settled: Settled<{ seq: number }>,
    claim: Pick<LeasedBatch['claim'], 'applicationId' | 'runId' | 'channel' | 'configuration'>,
  ): void {
    const { outcome } = settled
    const key = `${outcome.kind} ${'reason' in outcome ? outcome.reason : ''}`
    const known = more.get(key)
    if (known !== undefined) known.times = (known.times ?? 1) + 1
    if (known !== undefined || more.size >= KINDS_MAX) return
    const { applicationId, runId, channel, configuration } = claim
    const { provider } = configuration
    const note = outgoingNote({ channel, provider, settings: this.#settingsOf(configuration), settled })
    if (note === null) return
    const delivery = { runId, seq: 0 }
    more.set(key, { ...note, applicationId, kind: 'outgoing', receiver: '', delivery, times: 1, payload: '' })
  }

  #secondOf(runId: string): RunSecond {
    const known = this.#runs.get(runId)
    if (known !== undefined) return known
    const second: RunSecond = { left: PER_SECOND, more: new Map() }
    this.#runs.set(runId, second)
    this.#timer ??= setTimeout(() => this.#endSecond(), SECOND_MS).unref()
    return second
  }

  #endSecond(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { more } of this.#runs.values()) for (const note of more.values()) writeLog(this.#deps, note)
    this.#runs.clear()
  }

  #settingsOf(configuration: LeasedBatch['claim']['configuration']): unknown {
    const key = `${configuration.configuration_id} ${configuration.updatedAt.getTime()}`
    const known = this.#settings.get(key)
    if (known !== undefined) return known
    if (this.#settings.size >= CONFIGURATIONS_MAX) this.#settings.clear()
    const settings = openConfiguration(configuration, this.#deps.secrets)
    this.#settings.set(key, settings)
    return settings
  }
}
