import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, uuid } from '../fields.ts'
import { sentenceData } from '../sentences/said.ts'

/**
 * What is wrong, in the order in which it should be looked at. Words are the dashboard's; `seconds`, `n` and `name` are in
 * them.
 */
export const TROUBLES = [
  /** Batches are due and no worker is running. */
  'no_worker',
  /** Workers run, batches are due, and nothing left in the last minute. */
  'stalled',
  /** A worker has not been heard of; its leases are about to run out. */
  'silent_worker',
  /** Background work waits and no worker takes it. */
  'no_scheduler',
  /** A configuration refuses everything; its lane waits. */
  'lane_blocked',
  /** Background work that was given up after ten tries. */
  'failed_jobs',
  /** Counters of runs that do not agree with their recipients. */
  'counters_off',
  /** Opens and clicks are not taken up. */
  'hits_late',
  /** Answers of providers are not in the database yet. */
  'journal_behind',
  /** The months to come have no room. */
  'no_room',
  /** The last scheduled backup failed. */
  'backup_failed',
  /** Scheduled backups are set up, and none has been taken. */
  'backup_missing',
  /** The last backup is older than it should be. */
  'backup_late',
  /** The log of the database does not reach the archive. */
  'archive_late',
] as const

export const Trouble = z.object({
  kind: z.enum(TROUBLES),
  seconds: z.nullable(z.int()),
  n: z.nullable(z.int()),
  name: z.nullable(z.string()),
})
export type Trouble = z.infer<typeof Trouble>

/** Settings that were accepted and yet are unsafe where others reach the installation. Words are the dashboard's. */
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

/** The name of the setting, and why it is unsafe. */
export const UnsafeSetting = z.object({ setting: z.string(), risk: z.enum(RISKS) })
export type UnsafeSetting = z.infer<typeof UnsafeSetting>

/** Recipients by how soon they can be written to. */
const Depth = z.object({
  /** Now, as soon as a worker takes them. */
  due: z.int(),
  /** In the hands of a worker. */
  leased: z.int(),
  /** At a later moment: their own clock, quiet hours, a retry. */
  later: z.int(),
  /** Of all these, those who were tried before. */
  retries: z.int(),
  /** Of paused runs. */
  paused: z.int(),
  /** How long the oldest batch has been due that no worker has taken. */
  oldest_due_seconds: z.nullable(z.int()),
})

export const LaneDepth = z.object({
  ...Depth.shape,
  uuid,
  application_uuid: uuid,
  application: z.string(),
  channel: z.string(),
  /** `single`: messages that a person waits for; `campaign`: everything else. */
  class: z.enum(['single', 'campaign']),
  /** Why the provider is left alone for a while, and since when. */
  blocked_reason: z.nullable(z.string()),
  /** The same as data; null where others said it. */
  blocked_reason_sentence: z.nullable(sentenceData),
  blocked_since: z.nullable(epochSeconds),
  /** Granted to workers, and allowed by the configuration. */
  connections: z.int(),
  max_connections: z.nullable(z.int()),
  messages_per_second: z.nullable(z.number()),
})
export type LaneDepth = z.infer<typeof LaneDepth>

export const ChannelRate = z.object({
  channel: z.string(),
  /** A second, over the last minute. */
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
  /** Not heard of for so long that it may start no message. */
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
  /** How many recipients the counters are wrong about. */
  off: z.int(),
  checked_on: epochSeconds,
})
export type CounterTrouble = z.infer<typeof CounterTrouble>

/** `messages`: those that started in one minute of the clock. `bytes` and `events` are in bytes. */
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
  /** The last scheduled backup; null for none. */
  last: z.nullable(
    z.object({
      /** It has the database as it was then. */
      moment: epochSeconds,
      bytes: z.int(),
      seconds: z.number(),
    }),
  ),
  /** How often one is taken; null where none are. */
  every_hours: z.nullable(z.int()),
  /** Null without an archive of the database's log. */
  archive: z.nullable(z.object({ last_on: z.nullable(epochSeconds), waiting: z.int() })),
})
export type Backups = z.infer<typeof Backups>

/** The last restore, for 30 days: what may have been sent since the backup, and so waits for a person or was left out. */
export const Restored = z.object({
  /** What came after it is missing. */
  moment: epochSeconds,
  restored_on: epochSeconds,
  /** Runs that were paused. */
  runs: z.int(),
  /** Campaigns whose moment had passed, which were paused. */
  campaigns: z.int(),
  /** Single messages that ended as failed. */
  messages: z.int(),
  /** Emails of the product itself that were not sent. */
  mails: z.int(),
  /** Requests for approval that got a new deadline. */
  requests: z.int(),
})
export type Restored = z.infer<typeof Restored>

/** Where the payment provider is to report, and when it last did; null where it has not for a month. */
export const PaymentHook = z.object({
  /** As people know it. */
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
  /** Those with something in them, the longest waiting first; at most 50. */
  lanes: z.array(LaneDepth),
  lanes_total: z.int(),
  rates: z.array(ChannelRate),
  /** Messages a second, all channels, for each of the last 60 minutes. */
  course: z.array(z.object({ at: epochSeconds, sent: z.number(), failed: z.number() })),
  workers: z.array(WorkerState),
  leases_lost: z.object({ last_hour: z.int(), total: z.int() }),
  counters: z.object({
    /** Opens and clicks that are not counted yet; up to 10,000. */
    hits_waiting: z.int(),
    oldest_hit_seconds: z.nullable(z.int()),
    /** Reports whose message is still looked for; up to 10,000. */
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
  /** Null where no plans are sold, and while they are tried with the sandbox, which is told by itself. */
  payment_hook: z.nullable(PaymentHook),
  /** Applications that use most of what the operator allows them, of each quota the largest 50. */
  near_quotas: z.array(QuotaUse),
  storage: z.object({
    database_bytes: z.int(),
    /** 0: details are kept for ever. */
    retention_days: z.int(),
    /** Whole months after this one that have room. */
    months_ahead: z.int(),
    partitions: z.array(z.object({ table: z.string(), month: z.string(), size_bytes: z.int(), rows: z.int() })),
  }),
})
export type OperatorStatus = z.infer<typeof OperatorStatus>

/** For those who look after the installation (NOTIFLY_OPERATORS); 404 for all others. */
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
