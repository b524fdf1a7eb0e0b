/** Rows of the course of runs and of tracking (migrations 0006 and 0036). */
import type { Json, Time } from './columns.ts'

export interface TrackingTables {
  run_sample: {
    application_id: string
    run_id: string
    at: Time
    done: number
    sent: number
    delivered: number
    opened: number
    clicked: number
  }
  run_watch: {
    run_id: string
    application_id: string
    next_at: Time
    last_sample: string
  }
  test_link: {
    short_no: number
    application_id: string
    addresses: Json
    created_at: Time
  }
  waiting_hit: {
    hit_id: string
    application_id: string
    run_id: string
    seq: number
    link_no: number | null
    at: Time
    network: string
    bot_reason: string | null
    detail: Json
  }
}
