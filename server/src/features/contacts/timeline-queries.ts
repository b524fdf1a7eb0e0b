/** SQL of what was sent to a contact and what followed, and of its sign-ups. */
import { sql } from 'kysely'
import type { RowRange } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { EVENT_STAGES } from '../../engine/states.ts'
import type { ContactKey } from '../../people/contacts/contacts.ts'

interface RunRow {
  run_id: string
  seq: number
  /** Null: it is of messages that programs sent. */
  campaign_id: string | null
  name: string
  channel: string
  /** When the recipients were fixed. */
  picked_at: Date
}

interface Step {
  at: Date
  event_id: string | null
}

/** A submitted sign-up form. */
export interface SignUpRow extends Step {
  run_id: null
  event_id: string
  detail: { form: string }
}

/** A delivery's present state (then `event` is null) or one of its events. */
export interface DeliveryStep extends RunRow, Step {
  state: number
  reason: number
  attempts: number
  was_sent: boolean
  event: number | null
  source: string
  bot: boolean
  detail: Record<string, unknown> | null
  url: string | null
}

export type TimelineRow = DeliveryStep | SignUpRow

/** Undefined: from the beginning. */
interface Shown {
  since: Date | undefined
}

/**
 * Newest first; for the same time, the later step first. Providers report times only to the second: several events of a delivery in one
 * second are ordered by the usual stages of a message.
 */
export async function selectTimeline(
  db: Db,
  key: ContactKey,
  { since, limit, offset }: Shown & RowRange,
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    with ${steps(key, since)}, page as (
      select * from ordered p order by ${NEWEST_FIRST} limit ${limit} offset ${offset}
    )
    select p.*, case when r.stream is null then r.campaign_id end as campaign_id, r.name, r.channel, coalesce(r.started_at, r.opens_at) as picked_at, l.url
    from page p
    left join run r on r.application_id = ${key.applicationId} and r.run_id = p.run_id
    left join run_link l on l.application_id = ${key.applicationId} and l.run_id = p.run_id
      and l.no = (p.detail ->> 'link')::int
    order by ${NEWEST_FIRST}`.execute(db)
  return rows
}

const NEWEST_FIRST = sql`p.placed_at desc, p.stage desc, p.at desc, p.event_id desc nulls last, p.run_id desc, p.seq desc`

export async function countTimeline(db: Db, key: ContactKey, { since }: Shown): Promise<number> {
  const { rows } = await sql<{ n: number }>`with ${steps(key, since)} select count(*)::int as n from step`.execute(db)
  return rows[0]?.n ?? 0
}

/** 0 is the hand-over. */
const STAGE = sql.raw(
  `case ${EVENT_STAGES.map((events, index) => `when e.kind in (${events.join(', ')}) then ${index + 1}`).join(' ')} else ${EVENT_STAGES.length + 1} end`,
)

/**
 * Deliveries at the time of their hand-over or end, all of their events, and sign-ups. Clocks differ: an event that a provider reports is
 * never placed before the hand-over of its message.
 */
function steps({ applicationId, contactId }: ContactKey, since: Date | undefined) {
  return sql`
    mine as (
      select d.run_id, d.seq, d.state, d.reason, d.attempts, d.sent_at, d.last_event_at
      from delivery d where d.application_id = ${applicationId} and d.contact_id = ${contactId}
    ), every_step as (
      select m.run_id, m.seq, m.state, m.reason, m.attempts, m.sent_at > '-infinity' as was_sent, null::smallint as event, null::uuid as event_id,
        case when m.sent_at > '-infinity' then m.sent_at when m.last_event_at > '-infinity' then m.last_event_at
          else coalesce(r.started_at, r.opens_at) end as at,
        'us' as source, false as bot, null::jsonb as detail, 0 as stage
      from mine m join run r on r.application_id = ${applicationId} and r.run_id = m.run_id
      union all
      select m.run_id, m.seq, m.state, m.reason, m.attempts, false, e.kind, e.event_id,
        case when e.source = 'provider' then greatest(e.at, m.sent_at) else e.at end, e.source, e.bot, e.detail, ${STAGE}
      from mine m join event e on e.application_id = ${applicationId} and e.run_id = m.run_id and e.seq = m.seq
      union all
      select null, null, null, null, null, false, null, c.change_id, c.at, 'recipient', false,
        jsonb_build_object('form', c.form ->> 'name'), 0
      from consent_change c where c.application_id = ${applicationId} and c.contact_id = ${contactId}
        and c.form is not null and c.topic_name is null
    ), step as (
      select * from every_step where ${since ?? null}::timestamptz is null or at >= ${since ?? null}
    ), ordered as (
      select step.*, case when bool_or(source = 'provider') over (partition by run_id, seq, date_trunc('second', at))
        then date_trunc('second', at) else at end as placed_at
      from step
    )`
}
