/** What the parts of one worker share. */
import type { Database } from '../db/database.ts'
import type { ProviderEnvironment } from '../channels/provider.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { HandOverLog } from './log/hand-over-log.ts'
import type { CompiledRuns } from './runs/compiled-runs.ts'
import type { LaneClass } from './batches/lease-queries.ts'
import type { Leases } from './batches/leases.ts'
import type { Recorder } from './record/recorder.ts'
import type { CostlyMessages } from './sending/costly-messages.ts'
import type { Senders } from './sending/senders.ts'
import type { Stage, Tuning } from './tuning.ts'

export interface Engine {
  database: Database
  clock: Clock
  log: Log
  secrets: Secrets
  tuning: Tuning
  /** Base URL of links in messages, without a trailing slash. */
  publicUrl: string
  environment: ProviderEnvironment
  leases: Leases
  recorder: Recorder
  handOverLog: HandOverLog
  senders: Senders
  runs: CompiledRuns
  costly: CostlyMessages
  /** Claims nothing from the lane for a moment, because this worker cannot send for it now. */
  restLane: (laneId: string) => void
  /** Wakes the claim loop of these lanes, because there is room for another batch. */
  claimSoon: (laneClass: LaneClass) => void
  stage: (stage: Stage) => void
}
