/** SQL that counts the browsers, systems and devices that opened and clicked messages, and visits after a notification. */
import type pg from 'pg'
import type { EventRow, RunEvents } from '../events/event-queries.ts'
import { EVENT } from '../states.ts'
import { momentOf, quarterOf } from './change-sql.ts'
import { knownName, READER_PARTS } from './known-names.ts'

/** The counters' shard for events. */
const SHARD = 32

/**
 * A delivery counts once per browser, system and device that opened or clicked it, whatever the order of its events, in the quarter-hour of
 * its hand-over. An event that came before the hand-over was known stays in its own quarter-hour until the run is rebuilt.
 */
const READERS = `
  with fresh as (
    select distinct e.seq, e.kind, part, ${knownName('part', 'e.detail ->> part')} as name
    from jsonb_to_recordset($3::jsonb) as e(seq int, kind smallint, detail jsonb), unnest($4::text[]) part
    where e.detail ->> part <> ''
  ), first as (
    select f.* from fresh f
    where not exists (
      select 1 from event o where o.application_id = $1 and o.run_id = $2 and o.seq = f.seq and o.seq = any ($6::int[])
        and o.kind = f.kind and not o.bot and o.event_id <> all ($5::uuid[]) and o.detail ->> f.part <> ''
        and ${knownName('f.part', 'o.detail ->> f.part')} = f.name)
  )
  insert into activity_detail as a (application_id, channel, run_id, shard, kind, quarter, name, opened, clicked)
  select $1, (select channel from run where application_id = $1 and run_id = $2), $2, ${SHARD}, f.part,
    ${quarterOf(momentOf('d'))} as quarter, f.name,
    count(*) filter (where f.kind = ${EVENT.opened}), count(*) filter (where f.kind = ${EVENT.clicked})
  from first f join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = f.seq and d.seq = any ($6::int[])
  group by f.part, quarter, f.name order by f.part, quarter, f.name
  on conflict (application_id, channel, kind, quarter, run_id, name, shard)
    do update set opened = a.opened + excluded.opened, clicked = a.clicked + excluded.clicked`

/** Counts the browsers, systems and devices of new opens and clicks by people. */
export async function recordReaders(client: pg.ClientBase, { applicationId, runId, rows }: RunEvents): Promise<void> {
  const read = rows.filter(({ kind, detail }) => (kind === EVENT.opened || kind === EVENT.clicked) && detail !== null)
  if (read.length === 0) return
  const facts = JSON.stringify(read.map(({ seq, kind, detail }) => ({ seq, kind, detail })))
  const values = [applicationId, runId, facts, READER_PARTS, read.map(row => row.eventId), read.map(row => row.seq)]
  await client.query({ name: 'activity-readers', text: READERS, values })
}

const VISITS = `
  insert into activity_quarter as a (application_id, channel, run_id, shard, quarter, influenced)
  select $1, (select channel from run where application_id = $1 and run_id = $2), $2, ${SHARD}, ${quarterOf(momentOf('d'))} as quarter, count(*)
  from delivery d where d.application_id = $1 and d.run_id = $2 and d.seq = any ($3::int[])
  group by quarter order by quarter
  on conflict (application_id, channel, quarter, run_id, shard) do update set influenced = a.influenced + excluded.influenced`

/** Counts new visits. A delivery has one at most: the event's id is derived from the delivery. */
export async function addVisits(client: pg.ClientBase, { applicationId, runId, rows }: RunEvents): Promise<void> {
  const visits = rows.filter((row: EventRow) => row.kind === EVENT.visited)
  if (visits.length === 0) return
  await client.query({
    name: 'activity-visits',
    text: VISITS,
    values: [applicationId, runId, visits.map(row => row.seq)],
  })
}
