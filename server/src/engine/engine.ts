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
  /** Where links in mails lead, without a trailing slash. */
  publicUrl: string
  environment: ProviderEnvironment
  leases: Leases
  recorder: Recorder
  handOverLog: HandOverLog
  senders: Senders
  runs: CompiledRuns
  costly: CostlyMessages
  /** Nothing is claimed from it for a moment: this worker cannot send for it just now. */
  restLane: (laneId: string) => void
  /** There is room for a further batch of such lanes. */
  claimSoon: (laneClass: LaneClass) => void
  stage: (stage: Stage) => void
}
