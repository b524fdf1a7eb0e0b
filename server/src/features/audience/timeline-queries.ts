/** SQL of what was sent to one contact and what came of it. */
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { ContactKey } from './contact-queries.ts'

type Db = Kysely<Tables>

interface RunRow {
  run_id: string
  seq: number
  campaign_id: string
  name: string
  channel: string
  /** When the recipients were fixed. */
  picked_at: Date
}

/** A delivery as it stands; `event` is null. */
export interface TimelineRow extends RunRow {
  at: Date
  state: number
  reason: number
  attempts: number
  was_sent: boolean
  event: number | null
  event_id: string | null
  source: string
  bot: boolean
  detail: Record<string, unknown> | null
  url: string | null
}

/** Newest first; what happened at one moment, the later step first. */
export async function selectTimeline(
  db: Db,
  key: ContactKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    with ${steps(key)}, page as (
      select * from step order by at desc, event_id desc nulls last, run_id desc, seq desc limit ${limit} offset ${offset}
    )
    select p.*, r.campaign_id, r.name, r.channel, coalesce(r.started_at, r.opens_at) as picked_at, l.url
    from page p
    join run r on r.application_id = ${key.applicationId} and r.run_id = p.run_id
    left join run_link l on l.application_id = ${key.applicationId} and l.run_id = p.run_id
      and l.no = (p.detail ->> 'link')::int
    order by p.at desc, p.event_id desc nulls last, p.run_id desc, p.seq desc`.execute(db)
  return rows
}

export async function countTimeline(db: Db, key: ContactKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`with ${steps(key)} select count(*)::int as n from step`.execute(db)
  return rows[0]?.n ?? 0
}

/** Deliveries at the moment of their hand-over or end, and every event of them. */
function steps({ applicationId, contactId }: ContactKey) {
  return sql`
    mine as (
      select d.run_id, d.seq, d.state, d.reason, d.attempts, d.sent_at, d.last_event_at
      from delivery d where d.application_id = ${applicationId} and d.contact_id = ${contactId}
    ), step as (
      select m.run_id, m.seq, m.state, m.reason, m.attempts, m.sent_at > '-infinity' as was_sent, null::smallint as event, null::uuid as event_id,
        case when m.sent_at > '-infinity' then m.sent_at when m.last_event_at > '-infinity' then m.last_event_at
          else coalesce(r.started_at, r.opens_at) end as at,
        'us' as source, false as bot, null::jsonb as detail
      from mine m join run r on r.application_id = ${applicationId} and r.run_id = m.run_id
      union all
      select m.run_id, m.seq, m.state, m.reason, m.attempts, false, e.kind, e.event_id, e.at, e.source, e.bot, e.detail
      from mine m join event e on e.application_id = ${applicationId} and e.run_id = m.run_id and e.seq = m.seq
    )`
}
