import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'

/** Problems, most urgent first. The dashboard has their texts, which use `seconds`, `n` and `name`. */
export const TROUBLES = [
  /** Batches are due and no worker is running. */
  'no_worker',
  /** Workers run and batches are due, but no message left in the last minute. */
  'stalled',
  /** A worker has no heartbeat; its leases are about to expire. */
  'silent_worker',
  /** Jobs wait and no process runs them. */
  'no_scheduler',
  /** A configuration refuses all messages; its lane waits. */
  'lane_blocked',
  /** Jobs that failed after ten attempts. */
  'failed_jobs',
  /** Counters of runs that differ from their recipients. */
  'counters_off',
  /** Opens and clicks are not being processed. */
  'hits_late',
  /** Answers of providers are not stored in the database yet. */
  'journal_behind',
  /** Coming months have no partitions. */
  'no_room',
  /** The last scheduled backup failed. */
  'backup_failed',
  /** Scheduled backups are set up, and none has been taken. */
  'backup_missing',
  /** The last backup is older than planned. */
  'backup_late',
  /** The database's write-ahead log does not reach the archive. */
  'archive_late',
] as const

export const Trouble = z.object({
  kind: z.enum(TROUBLES),
  seconds: z.nullable(z.int()),
  n: z.nullable(z.int()),
  name: z.nullable(z.string()),
})
export type Trouble = z.infer<typeof Trouble>

/** Settings that were accepted although they are unsafe if others can reach the installation. The dashboard has their texts. */
export const RISKS = [
  'plain_http',
  'open_port',
  'unnamed_proxy',
  'sandbox',
  'private_targets',
  'no_metrics_token',
  'short_metrics_token',
  'no_operators',
] as const

/** Name of the setting, and why it is unsafe. */
export const UnsafeSetting = z.object({ setting: z.string(), risk: z.enum(RISKS) })
export type UnsafeSetting = z.infer<typeof UnsafeSetting>

/** Recipients by when they can be sent their message. */
const Depth = z.object({
  /** Now, as soon as a worker claims them. */
  due: z.int(),
  /** Claimed by a worker. */
  leased: z.int(),
  /** Later: because of their time zone, quiet hours, or a retry. */
  later: z.int(),
  /** Those of all these with an earlier attempt. */
  retries: z.int(),
  /** Recipients of paused runs. */
  paused: z.int(),
  /** How long the oldest unclaimed batch has been due. */
  oldest_due_seconds: z.nullable(z.int()),
})

export const LaneDepth = z.object({
  ...Depth.shape,
  uuid,
  application_uuid: uuid,
  application: z.string(),
  channel: z.string(),
  /** `single`: messages that a person waits for; `campaign`: all others. */
  class: z.enum(['single', 'campaign']),
  /** Why and since when no messages are sent to the provider. */
  blocked_reason: z.nullable(z.string()),
  /** The same as data; null if a provider or a person wrote it. */
  blocked_reason_sentence: z.nullable(sentenceData),
  blocked_since: z.nullable(epochSeconds),
  /** Connections granted to workers, and the configuration's limit. */
  connections: z.int(),
  max_connections: z.nullable(z.int()),
  messages_per_second: z.nullable(z.number()),
})
export type LaneDepth = z.infer<typeof LaneDepth>

export const ChannelRate = z.object({
  channel: z.string(),
  /** Per second, over the last minute. */
  sent: z.number(),
  failed: z.number(),
  retried: z.number(),
})

export const WorkerState = z.object({
  uuid,
  host_uuid: uuid,
  pid: z.int(),
  started_on: epochSeconds,
  beat_seconds: z.number(),
  /** Without a heartbeat for so long that it may not start a message. */
  is_silent: z.boolean(),
  batches: z.int(),
  connections: z.int(),
  journal_bytes: z.int(),
})
export type WorkerState = z.infer<typeof WorkerState>

export const CounterTrouble = z.object({
  application_uuid: uuid,
  application: z.string(),
  run_uuid: uuid,
  name: z.string(),
  /** For how many recipients the counters are wrong. */
  off: z.int(),
  checked_on: epochSeconds,
})
export type CounterTrouble = z.infer<typeof CounterTrouble>

/** `messages`: those that started in one calendar minute. `bytes` and `events` are in bytes. */
export const QUOTAS = [
  'bytes',
  'campaigns',
  'contacts',
  'events',
  'event_names',
  'event_properties',
  'fields',
  'keys',
  'requests',
  'segments',
  'templates',
  'messages',
] as const

export const QuotaUse = z.object({
  application_uuid: uuid,
  application: z.string(),
  what: z.enum(QUOTAS),
  used: z.number(),
  limit: z.number(),
})
export type QuotaUse = z.infer<typeof QuotaUse>

export const Backups = z.object({
  /** The last scheduled backup; null: none. */
  last: z.nullable(
    z.object({
      /** When it was taken: it holds the database of that time. */
      moment: epochSeconds,
      bytes: z.int(),
      seconds: z.number(),
    }),
  ),
  /** Interval of scheduled backups; null if there are none. */
  every_hours: z.nullable(z.int()),
  /** Null without an archive of the database's write-ahead log. */
  archive: z.nullable(z.object({ last_on: z.nullable(epochSeconds), waiting: z.int() })),
})
export type Backups = z.infer<typeof Backups>

/** The last restore, for 30 days: what may have been sent since the backup, and so waits for a person or was left out. */
export const Restored = z.object({
  /** Time of the backup; later changes are missing. */
  moment: epochSeconds,
  restored_on: epochSeconds,
  /** Runs that were paused. */
  runs: z.int(),
  /** Campaigns that were paused because their moment had passed. */
  campaigns: z.int(),
  /** Single messages that ended as failed. */
  messages: z.int(),
  /** Emails of the product itself that were not sent. */
  mails: z.int(),
  /** Requests for approval that got a new deadline. */
  requests: z.int(),
})
export type Restored = z.infer<typeof Restored>

/** The URL for the payment provider's reports, and when the last one came; null if there was none for a month. */
export const PaymentHook = z.object({
  /** Display name. */
  provider: z.string(),
  address: z.string(),
  reported_on: z.nullable(epochSeconds),
})
export type PaymentHook = z.infer<typeof PaymentHook>

export const OperatorStatus = z.object({
  at: epochSeconds,
  troubles: z.array(Trouble),
  unsafe_settings: z.array(UnsafeSetting),
  queue: Depth,
  /** Lanes that are not empty, the longest waiting first; at most 50. */
  lanes: z.array(LaneDepth),
  lanes_total: z.int(),
  rates: z.array(ChannelRate),
  /** Messages per second, over all channels, for each of the last 60 minutes. */
  course: z.array(z.object({ at: epochSeconds, sent: z.number(), failed: z.number() })),
  workers: z.array(WorkerState),
  leases_lost: z.object({ last_hour: z.int(), total: z.int() }),
  counters: z.object({
    /** Opens and clicks that are not counted yet; at most 10,000. */
    hits_waiting: z.int(),
    oldest_hit_seconds: z.nullable(z.int()),
    /** Reports whose message was not found yet; at most 10,000. */
    reports_waiting: z.int(),
    off: z.array(CounterTrouble),
  }),
  jobs: z.object({
    waiting: z.int(),
    running: z.int(),
    failed: z.int(),
    oldest_seconds: z.nullable(z.int()),
  }),
  backups: Backups,
  restored: z.nullable(Restored),
  /** Null if no plans are sold, or if the sandbox takes payments: it needs no setup. */
  payment_hook: z.nullable(PaymentHook),
  /** Applications that use the most of the operator's quotas; for each quota the largest 50. */
  near_quotas: z.array(QuotaUse),
  storage: z.object({
    database_bytes: z.int(),
    /** 0: details are never deleted. */
    retention_days: z.int(),
    /** Number of coming months that have partitions. */
    months_ahead: z.int(),
    partitions: z.array(z.object({ table: z.string(), month: z.string(), size_bytes: z.int(), rows: z.int() })),
  }),
})
export type OperatorStatus = z.infer<typeof OperatorStatus>

/** For operators of the installation (NOTIFLY_OPERATORS); 404 for all others. */
export const readOperatorStatus = endpoint({
  call: 'GET /api/operator',
  summary: 'State of the engine of the whole installation, for its operators',
  access: 'user',
  data: OperatorStatus,
})

export const rebuildRunCounters = endpoint({
  call: 'POST /api/operator/counters',
  summary: 'Count a run anew from its recipients, for operators',
  access: 'user',
  status: 202,
  body: z.object({ application_uuid: uuid, run_uuid: uuid }),
  message: 'operator.rebuilding',
})

export const runFailedJobs = endpoint({
  call: 'POST /api/operator/jobs',
  summary: 'Let background jobs that have failed ten times run again, for operators',
  access: 'user',
  status: 202,
  message: 'operator.jobsAgain',
})
