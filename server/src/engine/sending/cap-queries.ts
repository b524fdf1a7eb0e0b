/** SQL of frequency caps: places that deliveries take when their turn comes, and give back when nothing left. */
import { CHANNELS, type FrequencyCap } from '@notifly/contracts/applications/applications'
import type pg from 'pg'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { isOfDevices } from '../../channels/channel.ts'
import { ATTEMPT, STATE } from '../states.ts'
import { reasonNumber } from '../reasons.ts'

const HOUR_MS = 3_600_000

// Whatever a contact gets in a run, on several devices too, takes one place, so that the run names it. One row for each person: of two runs that want the last
// place at once, the second waits for the first and then sees it. In the order of contacts, so that no two wait in a circle.
const OTHERS = 'unnest(c.runs, c.times) as k(run_id, at) where k.at > $6 and k.run_id <> $2'
const RESERVE = `
  with wanted as materialized (
    select d.seq, d.contact_id from delivery d where d.application_id = $1 and d.run_id = $2 and d.seq = any ($4::int[])
  ), person as (
    select distinct contact_id from wanted
  ), taken as (
    insert into contact_cap as c (application_id, channel, contact_id, runs, times)
    select $1, $3, contact_id, array[$2::uuid], array[$5::timestamptz] from person order by contact_id
    on conflict (application_id, channel, contact_id) do update
      set (runs, times) = (select array_agg(k.run_id) || $2::uuid, array_agg(k.at) || $5::timestamptz from ${OTHERS})
      where (select count(*) from ${OTHERS}) < $7
    returning contact_id
  )
  select seq from wanted where contact_id not in (select contact_id from taken)`

/**
 * Takes a place for each of these deliveries, from now on. Who has one in this run keeps it, so that a batch that is claimed again
 * counts once. Answers the numbers of those for whom there is none.
 */
export async function reservePlaces(
  pool: pg.Pool,
  batch: { applicationId: string; runId: string; channel: string },
  seqs: readonly number[],
  { cap, now }: { cap: FrequencyCap; now: Date },
): Promise<Set<number>> {
  const since = new Date(now.getTime() - cap.hours * HOUR_MS)
  const { rows } = await pool.query<{ seq: number }>({
    name: 'delivery-cap-reserve',
    text: RESERVE,
    values: [batch.applicationId, batch.runId, batch.channel, `{${seqs.join()}}`, now, since, cap.messages],
  })
  return new Set(rows.map(row => row.seq))
}

// What may have arrived keeps its place, an attempt in doubt too. So does a contact whose other device has the message, or still
// waits for it. Where nothing is capped, nothing is read.
const OF_DEVICES = CHANNELS.filter(isOfDevices)
  .map(channel => `'${channel}'`)
  .join()
const UNUSED = `
  select d.contact_id as "contactId", r.channel
  from delivery d join run r on r.application_id = $1 and r.run_id = $2
  where d.application_id = $1 and d.run_id = $2 and d.seq = any ($3::int[])
    and (select frequency_cap <> '{}' from application where application_id = $1)
    and d.sent_at = '-infinity' and d.reason <> ${reasonNumber('frequency_cap')}
    and d.state in (${STATE.failed}, ${STATE.skipped}, ${STATE.expired}, ${STATE.cancelled}, ${STATE.bounced})
    and not exists (select 1 from attempt a where a.application_id = $1 and a.run_id = $2 and a.seq = d.seq
      and a.outcome = ${ATTEMPT.inDoubt})
    and (r.channel not in (${OF_DEVICES}) or not exists (
      select 1 from delivery o where o.application_id = $1 and o.run_id = $2 and o.contact_id = d.contact_id
        and (o.state = ${STATE.pending} or o.sent_at > '-infinity')))`

const GIVE_BACK = `
  with given as materialized (
    select application_id, channel, contact_id, array_agg(run_id) as runs
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) as g(application_id, channel, contact_id, run_id)
    group by 1, 2, 3
  ), held as materialized (
    select c.application_id, c.channel, c.contact_id, g.runs
    from given g join contact_cap c using (application_id, channel, contact_id) where c.runs && g.runs
    order by 1, 2, 3 for update of c
  )
  update contact_cap c set (runs, times) = (
    select coalesce(array_agg(k.run_id), '{}'), coalesce(array_agg(k.at), '{}')
    from unnest(c.runs, c.times) as k(run_id, at) where k.run_id <> all (h.runs))
  from held h
  where c.application_id = h.application_id and c.channel = h.channel and c.contact_id = h.contact_id`

/** Gives back the places of those among these deliveries that have ended without anything having left. */
export async function giveBackPlaces(
  client: pg.ClientBase,
  ended: readonly { applicationId: string; runId: string; seqs: readonly number[] }[],
): Promise<void> {
  const unused: { applicationId: string; runId: string; channel: string; contactId: string }[] = []
  for (const { applicationId, runId, seqs } of ended) {
    if (seqs.length === 0) continue
    const { rows } = await client.query<{ contactId: string; channel: string }>({
      name: 'delivery-cap-unused',
      text: UNUSED,
      values: [applicationId, runId, `{${seqs.join()}}`],
    })
    for (const row of rows) unused.push({ applicationId, runId, ...row })
  }
  if (unused.length === 0) return
  const column = (key: 'applicationId' | 'runId' | 'channel' | 'contactId') => unused.map(place => place[key])
  // All at once: run by run, two workers could wait for each other's people.
  await client.query({
    name: 'delivery-cap-give-back',
    text: GIVE_BACK,
    values: [column('applicationId'), column('channel'), column('contactId'), column('runId')],
  })
}

/** Null where the application does not cap the channel. */
export async function selectCap(db: Db, applicationId: string, channel: string): Promise<FrequencyCap | null> {
  const row = await db
    .selectFrom('application')
    .where('application_id', '=', applicationId)
    .select(sql<FrequencyCap | null>`frequency_cap -> ${channel}`.as('cap'))
    .executeTakeFirst()
  return row?.cap ?? null
}

/** Whether the person has as many messages as the cap allows, for a query in which `contactId` names one. */
export function isCapped(
  query: { applicationId: string; channel: string; now: Date },
  cap: FrequencyCap | null,
  contactId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (cap === null) return sql`false`
  const since = new Date(query.now.getTime() - cap.hours * HOUR_MS)
  return sql`exists (select 1 from contact_cap p
    where p.application_id = ${query.applicationId} and p.channel = ${query.channel} and p.contact_id = ${contactId}
      and (select count(*) from unnest(p.times) as t(at) where t.at > ${since}) >= ${cap.messages})`
}
