/**
 * The engine's state for Prometheus: of the whole installation, whichever process responds. docs/operating.md explains each name, and a
 * test compares the two.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '../../lib/log.ts'
import type { EngineState } from './engine-state.ts'
import type { LaneRow } from './queries.ts'
import { monthsAhead } from './storage.ts'
import { SILENT_SECONDS } from './troubles.ts'

interface Sample {
  labels: Record<string, string>
  value: number
}

interface EngineMetric {
  name: string
  help: string
  labels: readonly string[]
  /** Only grows. */
  isTotal?: true
  samples(state: EngineState): Sample[]
}

const one = (value: number, labels: Record<string, string> = {}): Sample => ({ labels, value })
const OUTCOMES = ['sent', 'failed', 'retried'] as const
const STANDINGS = ['due', 'leased', 'later', 'paused'] as const

export const ENGINE_METRICS: readonly EngineMetric[] = [
  {
    name: 'notifly_queue_recipients',
    help: 'Recipients of open runs who wait for their message',
    labels: ['channel', 'class', 'state'],
    samples: ({ lanes }) =>
      byQueue(lanes).flatMap(([labels, those]) =>
        STANDINGS.map(state =>
          one(
            total(those, lane => lane[state]),
            { ...labels, state },
          ),
        ),
      ),
  },
  {
    name: 'notifly_queue_retries',
    help: 'Of the recipients who wait, those who were tried before',
    labels: ['channel', 'class'],
    samples: ({ lanes }) =>
      byQueue(lanes).map(([labels, those]) =>
        one(
          total(those, lane => lane.retries),
          labels,
        ),
      ),
  },
  {
    name: 'notifly_oldest_due_batch_age_seconds',
    help: 'Age of the oldest due batch that no worker has taken, of configurations that refuse nothing',
    labels: ['channel', 'class'],
    samples: ({ lanes }) =>
      byQueue(lanes).map(([labels, those]) => one(Math.max(0, ...those.map(waitsUnblocked)), labels)),
  },
  {
    name: 'notifly_blocked_lanes',
    help: 'Configurations that refuse everything and are left alone for a while',
    labels: [],
    samples: ({ lanes }) => [one(lanes.filter(lane => lane.blockedReason !== null).length)],
  },
  {
    name: 'notifly_messages_total',
    help: 'Messages by what became of their hand-over',
    labels: ['channel', 'outcome'],
    isTotal: true,
    samples: ({ totals }) =>
      totals
        .filter(({ channel }) => channel !== '')
        .flatMap(row => OUTCOMES.map(outcome => one(row[outcome], { channel: row.channel, outcome }))),
  },
  {
    name: 'notifly_message_rate',
    help: 'Messages a second over the last minute',
    labels: ['channel', 'outcome'],
    samples: ({ lastMinute }) =>
      lastMinute.flatMap(row => OUTCOMES.map(outcome => one(row[outcome] / 60, { channel: row.channel, outcome }))),
  },
  {
    name: 'notifly_leases_lost_total',
    help: 'Batches whose worker died or fell silent',
    labels: [],
    isTotal: true,
    samples: ({ totals }) => [one(totals.reduce((sum, { leasesLost }) => sum + leasesLost, 0))],
  },
  {
    name: 'notifly_workers',
    help: 'Worker processes',
    labels: ['state'],
    samples: ({ workers }) => {
      const silent = workers.filter(worker => worker.beatSeconds >= SILENT_SECONDS).length
      return [one(workers.length - silent, { state: 'alive' }), one(silent, { state: 'silent' })]
    },
  },
  {
    name: 'notifly_worker_oldest_beat_age_seconds',
    help: 'How long ago the worker that has been silent longest was heard of',
    labels: [],
    samples: ({ workers }) => [one(Math.max(0, ...workers.map(worker => worker.beatSeconds)))],
  },
  {
    name: 'notifly_connections_granted',
    help: 'Connections to providers that workers may hold open',
    labels: [],
    samples: ({ workers }) => [one(workers.reduce((sum, worker) => sum + worker.connections, 0))],
  },
  {
    name: 'notifly_journal_unapplied_bytes',
    help: 'Answers of providers in journals that are not in the database yet',
    labels: [],
    samples: ({ workers }) => [one(workers.reduce((sum, worker) => sum + worker.journalBytes, 0))],
  },
  {
    name: 'notifly_hits_waiting',
    help: 'Opens and clicks that are not counted yet, up to 10000',
    labels: [],
    samples: ({ lag }) => [one(lag.hits)],
  },
  {
    name: 'notifly_oldest_hit_age_seconds',
    help: 'Age of the oldest open or click that is not counted yet',
    labels: [],
    samples: ({ lag }) => [one(lag.oldestHitSeconds ?? 0)],
  },
  {
    name: 'notifly_reports_waiting',
    help: 'Reports of providers whose message is still looked for, up to 10000',
    labels: [],
    samples: ({ lag }) => [one(lag.reports)],
  },
  {
    name: 'notifly_reports_set_aside',
    help: 'Reports of providers that could not be read in the last 30 days and are tried no more, up to 10000',
    labels: [],
    samples: ({ lag }) => [one(lag.setAside)],
  },
  {
    name: 'notifly_runs_with_wrong_counters',
    help: 'Runs whose counters did not agree with their recipients when they were compared, up to 50',
    labels: [],
    samples: ({ off }) => [one(off.length)],
  },
  {
    name: 'notifly_jobs',
    help: 'Background jobs, up to 10000',
    labels: ['state'],
    samples: ({ jobs }) => (['waiting', 'running', 'failed'] as const).map(state => one(jobs[state], { state })),
  },
  {
    name: 'notifly_oldest_job_age_seconds',
    help: 'How long the oldest job that could run has waited',
    labels: [],
    samples: ({ jobs }) => [one(jobs.oldestSeconds ?? 0)],
  },
  {
    name: 'notifly_database_bytes',
    help: 'Size of the database',
    labels: [],
    samples: ({ storage }) => [one(storage.databaseBytes)],
  },
  {
    name: 'notifly_partition_bytes',
    help: 'Size of a month of a table with its indexes',
    labels: ['table', 'month'],
    samples: ({ storage }) => storage.leaves.map(({ table, month, sizeBytes }) => one(sizeBytes, { table, month })),
  },
  {
    name: 'notifly_partition_months_ahead',
    help: 'Months to come that have room',
    labels: [],
    samples: ({ storage, at }) => [one(monthsAhead(storage.leaves, at))],
  },
  {
    name: 'notifly_backup_age_seconds',
    help: 'Age of the last scheduled backup; absent while there is none',
    labels: [],
    samples: ({ backups, at }) => (backups.moment === null ? [] : [one(secondsBetween(backups.moment, at))]),
  },
  {
    name: 'notifly_backup_bytes',
    help: 'Size of the last scheduled backup',
    labels: [],
    samples: ({ backups }) => (backups.moment === null ? [] : [one(backups.bytes)]),
  },
  {
    name: 'notifly_backup_seconds',
    help: 'How long the last scheduled backup took',
    labels: [],
    samples: ({ backups }) => (backups.moment === null ? [] : [one(backups.tookMs / 1000)]),
  },
  {
    name: 'notifly_backup_failing',
    help: '1 while the last scheduled backup that was tried failed',
    labels: [],
    samples: ({ backups }) => [one(backups.failedAt === null ? 0 : 1)],
  },
  {
    name: 'notifly_backup_failures_total',
    help: 'Scheduled backups that failed',
    labels: [],
    isTotal: true,
    samples: ({ backups }) => [one(backups.failures)],
  },
  {
    name: 'notifly_archive_age_seconds',
    help: 'How long ago the log of the database was archived last; absent without an archive',
    labels: [],
    samples: ({ backups, at }) => (backups.archivedAt === null ? [] : [one(secondsBetween(backups.archivedAt, at))]),
  },
  {
    name: 'notifly_archive_waiting_segments',
    help: 'Segments of the log that wait for the archive',
    labels: [],
    samples: ({ backups }) => [one(backups.segmentsWaiting)],
  },
  {
    name: 'notifly_archive_failures_total',
    help: 'Tries to archive the log that failed',
    labels: [],
    isTotal: true,
    samples: ({ backups }) => [one(backups.archiveFailures)],
  },
]

/** A database that hangs answers nothing at all. Prometheus itself waits for ten seconds. */
const PATIENCE_MS = 5000

/**
 * Adds the metrics to the registry. Without the database, also while it takes longer than `patienceMs`, they have no values, and
 * `notifly_database_up` is 0.
 */
export function exportMetrics(
  registry: Registry,
  log: Log,
  readState: () => Promise<EngineState>,
  patienceMs = PATIENCE_MS,
): void {
  const read = async (): Promise<EngineState | null> => {
    const clock = new AbortController()
    try {
      return await Promise.race([readState(), delay(patienceMs, null, { signal: clock.signal })])
    } catch (error) {
      log.debug({ err: error }, 'the state of the engine could not be read')
      return null
    } finally {
      clock.abort()
    }
  }
  const registers = [registry]
  new Gauge({
    name: 'notifly_database_up',
    help: '1 while the state of the engine can be read',
    registers,
    async collect() {
      this.set((await read()) === null ? 0 : 1)
    },
  })
  for (const { name, help, labels, isTotal, samples } of ENGINE_METRICS) {
    const options = { name, help, labelNames: [...labels], registers }
    const collect = async (metric: Gauge | Counter): Promise<void> => {
      const state = await read()
      metric.reset()
      if (state !== null) for (const sample of samples(state)) metric.inc(sample.labels, sample.value)
    }
    const Metric = isTotal === true ? Counter : Gauge
    const metric: Gauge | Counter = new Metric({ ...options, collect: () => collect(metric) })
  }
}

/** What is blocked waits by intention and has a metric of its own. */
function waitsUnblocked({ blockedReason, oldestDueSeconds }: LaneRow): number {
  return blockedReason === null ? (oldestDueSeconds ?? 0) : 0
}

/** One group per channel and class that has lanes. */
function byQueue(lanes: readonly LaneRow[]): [labels: Record<string, string>, lanes: LaneRow[]][] {
  const groups = new Map<string, [Record<string, string>, LaneRow[]]>()
  for (const lane of lanes) {
    const { channel } = lane
    const name = lane.class === 0 ? 'single' : 'campaign'
    const group = groups.get(`${channel} ${name}`) ?? [{ channel, class: name }, []]
    group[1].push(lane)
    groups.set(`${channel} ${name}`, group)
  }
  return [...groups.values()]
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000
}

function total(lanes: readonly LaneRow[], of: (lane: LaneRow) => number): number {
  return lanes.reduce((sum, lane) => sum + of(lane), 0)
}
