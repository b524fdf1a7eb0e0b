/** Rows of the engine: runs, deliveries, A/B tests and frequency caps (migrations 0004, 0020 to 0022, 0024, 0032 and 0040). */
import type { ColumnType, Generated } from 'kysely'
import type { GeneratedTime, Json, NullableJson, NullableTime, Time } from './columns.ts'

export interface EngineTables {
  run: {
    application_id: string
    run_id: string
    campaign_id: string
    channel: string
    name: string
    lane_id: string
    state: string
    state_reason: string | null
    content: Json
    audience: Json
    timezone: string
    opens_at: Time
    expires_at: NullableTime
    recipients: Generated<number>
    next_batch: Generated<number>
    started_by: string | null
    created_at: Time
    started_at: NullableTime
    ended_at: NullableTime
    topic_id: string | null
    occurrence_at: NullableTime
    /** A RunClock (engine/snapshot/recipient-clock.ts). */
    clock: NullableJson
    details_removed_at: NullableTime
    counters_checked_at: NullableTime
    counters_off: Generated<number>
    sent_noted_to: Generated<number>
    sent_noted: Generated<boolean>
    /** Of a run whose links leave as short addresses. */
    short_no: number | null
    /** Whether the provider that began it reports what arrived. */
    reports_delivery: boolean | null
  }
  run_attachment: {
    application_id: string
    run_id: string
    position: number
    filename: string
    media_type: string
    content: Buffer
  }
  delivery: {
    application_id: string
    run_id: string
    seq: number
    contact_id: string
    variant: Generated<number>
    state: number
    attempts: Generated<number>
    reason: Generated<number>
    sent_at: GeneratedTime
    delivered_at: GeneratedTime
    opened_at: GeneratedTime
    clicked_at: GeneratedTime
    unsubscribed_at: GeneratedTime
    last_event_at: GeneratedTime
    address: string
    dismissed_at: GeneratedTime
  }
  batch: {
    application_id: string
    run_id: string
    no: number
    lane_id: string
    seq_from: number | null
    seq_to: number | null
    seqs: number[] | null
    variant: Generated<number>
    attempt: Generated<number>
    due_at: Time
    owner: string | null
    token: Generated<number>
    lease_until: NullableTime
    done: Generated<boolean>
  }
  attempt: {
    application_id: string
    run_id: string
    seq: number
    n: number
    token: number
    at: Time
    outcome: number
    code: number
    reason: string | null
    provider_message_id: string | null
    answer: string | null
  }
  event: {
    application_id: string
    run_id: string
    seq: number
    event_id: string
    kind: number
    at: Time
    source: string
    bot: Generated<boolean>
    detail: NullableJson
  }
  run_counter: {
    application_id: string
    run_id: string
    shard: number
    state: number
    n: number
  }
  lane: {
    lane_id: string
    application_id: string
    channel: string
    class: number
    weight: Generated<number>
    vtime: Generated<number>
    next_slot_at: GeneratedTime
    blocked_since: NullableTime
    blocked_at: GeneratedTime
    blocked_until: GeneratedTime
    blocks: Generated<number>
    blocked_reason: string | null
    /** Migration 0047: messages that were taken from it in a minute. */
    minute_at: GeneratedTime
    minute_n: Generated<number>
  }
  worker: {
    worker_id: string
    host_id: string
    pid: number
    mark: string
    started_at: Time
    beat_at: Time
    journal_bytes: Generated<number>
  }
  connection_grant: {
    application_id: string
    channel: string
    worker_id: string
    connections: number
  }
  journal_position: {
    worker_id: string
    position: number
    flushes: number
    updated_at: Time
  }
  run_link: {
    application_id: string
    run_id: string
    no: number
    url: string
    clicks: Generated<number>
  }
  report: {
    report_id: string
    provider: string
    application_id: string | null
    received_at: Time
    raw: Buffer
    matched: Generated<boolean>
    outcome: string | null
    next_try_at: NullableTime
    /** Migration 0026; of a mail that came back these are null. */
    configuration_id: string | null
    channel: string | null
    call: NullableJson
    /** Migration 0042. */
    interrupted: Generated<number>
    failures: Generated<number>
    error: Generated<string | null>
  }
  engagement: {
    application_id: string
    kind: number
    campaign_id: string
    contact_id: string
    day: string
  }
  contact_activity: {
    application_id: string
    contact_id: string
    opened_on: string | null
    opened_days: Generated<string>
    clicked_on: string | null
    clicked_days: Generated<string>
  }
  engine_pulse: {
    at: Time
    channel: string
    shard: number
    sent: Generated<number>
    failed: Generated<number>
    retried: Generated<number>
    leases_lost: Generated<number>
  }
  engine_total: {
    channel: string
    shard: number
    sent: Generated<number>
    failed: Generated<number>
    retried: Generated<number>
    leases_lost: Generated<number>
  }

  /** Who was sent something on which days (migration 0023). */
  contact_sent: {
    application_id: string
    contact_id: string
    sent_on: string
    sent_days: string
  }

  /** Migration 0019. */
  contact_hours: {
    application_id: string
    contact_id: string
    channel: string
    weights: number[]
    total: number
    best: number
  }
  application_hours: {
    application_id: string
    channel: string
    weights: number[]
    total: number
    best: number
  }
  run_test: {
    application_id: string
    run_id: string
    part: 'subject' | 'content'
    metric: 'opened' | 'clicked'
    share: number
    after_hours: number
    decide_at: NullableTime
    winner: number | null
    decided_at: NullableTime
    decided_by: string | null
  }
  run_variant: {
    application_id: string
    run_id: string
    no: number
    template_name: string | null
    content: Json
    seq_from: Generated<number>
    seq_to: Generated<number>
    figures: NullableJson
  }
  contact_cap: {
    application_id: string
    channel: string
    contact_id: string
    runs: string[]
    times: ColumnType<Date[], Date[], Date[]>
  }
}
