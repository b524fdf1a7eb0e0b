/** Choices that recipients made by means of a message: its links, its pages, or an answer to it. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type pg from 'pg'
import { isOfDevices } from '../../channels/registry.ts'
import { noteGrowthOn } from '../contacts/growth.ts'
import { addressOfPast, joinPastRecipient } from './past-recipients.ts'

/** Device channels: retired devices get nothing, so no suppressions are stored. */
const OF_DEVICES = CHANNELS.filter(isOfDevices)

/** The run whose messages led to the choices. */
export interface RunOfChoices {
  applicationId: string
  runId: string
  /** Its deliveries have been deleted. */
  isPast?: boolean
}

export interface ConsentChoice {
  seq: number
  changeId: string
  atMs: number
  left: boolean
  /** For consent.source: how the recipient chose. */
  source: string
  /** The topics that are meant; empty for the whole channel. */
  topics: readonly string[]
}

/** Stores the choices of a run's recipients. Of several by one person the latest counts, also if it arrives first. */
export async function storeChoices(
  client: pg.ClientBase,
  run: RunOfChoices,
  choices: readonly ConsentChoice[],
): Promise<void> {
  const all = choices.filter(choice => choice.topics.length === 0)
  if (all.length > 0)
    await setConsents(
      client,
      run,
      lastOf(all, ({ seq }) => String(seq)),
    )
  const topics = choices.flatMap(({ topics: ids, ...choice }) => ids.map(topicId => ({ ...choice, topicId })))
  if (topics.length > 0)
    await setTopics(
      client,
      run,
      lastOf(topics, ({ seq, topicId }) => `${seq} ${topicId}`),
    )
}

type Told = Omit<ConsentChoice, 'topics'>

function lastOf<W extends Told>(choices: readonly W[], keyOf: (choice: W) => string): W[] {
  const last = new Map<string, W>()
  for (const choice of choices)
    if (choice.atMs >= (last.get(keyOf(choice))?.atMs ?? -Infinity)) last.set(keyOf(choice), choice)
  return [...last.values()].sort((a, b) => a.seq - b.seq)
}

const seqsOf = (rows: readonly Told[]): number[] => rows.map(row => row.seq)

/** SQL: the contacts of the messages in $4, by their deliveries, or by what is kept once these are deleted. */
const KEPT = {
  joins: 'join delivery d on d.application_id = $1 and d.run_id = $2 and d.seq = e.seq and d.seq = any ($4::int[])',
  address: 'd.address',
}
const PAST = {
  joins: `${joinPastRecipient({ application: '$1', run: '$2', seq: 'e.seq' })} and e.seq = any ($4::int[])`,
  address: addressOfPast('r.channel'),
}

/** SQL for a `with`: `wish`, each choice of $3 (JSON) with its delivery. */
const CHOICE_COLUMNS = (
  { isPast = false }: RunOfChoices,
  { columns, joins }: { columns: string; joins: string },
): string => {
  const recipient = isPast ? PAST : KEPT
  return `wish as materialized (
    select d.contact_id, ${recipient.address} as address, r.channel, e.left, e.source, e."changeId" as change_id,
      to_timestamp(e."atMs" / 1000) as at${columns}
    from jsonb_to_recordset($3::jsonb)
      as e(seq int, "changeId" uuid, "left" boolean, "atMs" float8, source text, "topicId" uuid)
    ${recipient.joins}
    join run r on r.application_id = $1 and r.run_id = $2 ${joins}
  )`
}

/** Stores the choice of the contact and of its address: an address that is imported again under another contact has still left. */
async function setConsents(client: pg.ClientBase, run: RunOfChoices, rows: Told[]): Promise<void> {
  const values = [run.applicationId, run.runId, JSON.stringify(rows), seqsOf(rows)]
  const choice = CHOICE_COLUMNS(run, { columns: '', joins: '' })
  const { rows: departures } = await client.query<{ since: Date }>(
    `with ${choice}, former as (
       select c.contact_id, c.channel from wish w
       join consent c on c.application_id = $1 and c.contact_id = w.contact_id and c.channel = w.channel
       where c.status = 'unsubscribed'
     ), changed as (
       insert into consent as c (application_id, contact_id, channel, status, source, since)
       select distinct on (contact_id, channel) $1::uuid, contact_id, channel,
         case when "left" then 'unsubscribed' else 'subscribed' end, source, at
       from wish order by contact_id, channel, at desc
       on conflict (application_id, contact_id, channel) do update
         set status = excluded.status, source = excluded.source, since = excluded.since
         where c.since <= excluded.since
       returning contact_id, channel, status, source, since
     ), noted as (
       insert into consent_change (application_id, contact_id, change_id, channel, status, source, run_id, at)
       select $1, c.contact_id, w.change_id, c.channel, c.status, c.source, $2, c.since
       from changed c join wish w on w.contact_id = c.contact_id and w.channel = c.channel
       on conflict do nothing
     )
     select c.since from changed c where c.status = 'unsubscribed'
       and not exists (select 1 from former f where f.contact_id = c.contact_id and f.channel = c.channel)`,
    values,
  )
  await noteGrowthOn(
    client,
    run.applicationId,
    'departed',
    departures.map(({ since }) => since),
  )
  await client.query(
    `with ${choice}
     insert into suppression (application_id, channel, address_key, reason, created_at)
     select $1, channel, address, 'unsubscribe', at from wish w
     where "left" and address <> '' and not channel = any ($5::text[]) and not exists (select 1 from consent c where c.application_id = $1 and c.contact_id = w.contact_id
       and c.channel = w.channel and c.status = 'subscribed' and c.since >= w.at)
     order by address
     on conflict do nothing`,
    [...values, OF_DEVICES],
  )
  await client.query(
    `with ${choice}
     delete from suppression s using wish w
     where not w."left" and s.application_id = $1 and s.channel = w.channel and s.address_key = w.address
       and s.reason = 'unsubscribe' and s.created_at <= w.at`,
    values,
  )
}

/** The same per topic; topics that have been deleted are ignored. */
async function setTopics(
  client: pg.ClientBase,
  run: RunOfChoices,
  rows: (Told & { topicId: string })[],
): Promise<void> {
  const values = [run.applicationId, run.runId, JSON.stringify(rows), seqsOf(rows)]
  const choice = CHOICE_COLUMNS(run, {
    columns: ', t.topic_id, t.name',
    joins: 'join topic t on t.application_id = $1 and t.topic_id = e."topicId"',
  })
  await client.query(
    `with ${choice}, changed as (
       insert into topic_consent as c (application_id, contact_id, topic_id, status, source, since)
       select distinct on (contact_id, topic_id) $1::uuid, contact_id, topic_id,
         case when "left" then 'unsubscribed' else 'subscribed' end, source, at
       from wish order by contact_id, topic_id, at desc
       on conflict (application_id, contact_id, topic_id) do update
         set status = excluded.status, source = excluded.source, since = excluded.since
         where c.since <= excluded.since
       returning contact_id, topic_id, status, source, since
     ), noted as (
       insert into consent_change
         (application_id, contact_id, change_id, channel, topic_id, topic_name, status, source, run_id, at)
       select $1, c.contact_id, gen_random_uuid(), w.channel, c.topic_id, w.name, c.status, c.source, $2, c.since
       from changed c join wish w on w.contact_id = c.contact_id and w.topic_id = c.topic_id
     )
     select 1`,
    values,
  )
  await client.query(
    `with ${choice}
     insert into topic_departure (application_id, topic_id, address_key, created_at)
     select $1, topic_id, address, at from wish w
     where "left" and address <> '' and not exists (select 1 from topic_consent c where c.application_id = $1
       and c.contact_id = w.contact_id and c.topic_id = w.topic_id and c.status = 'subscribed' and c.since >= w.at)
     order by topic_id, address
     on conflict do nothing`,
    values,
  )
  await client.query(
    `with ${choice}
     delete from topic_departure s using wish w
     where not w."left" and s.application_id = $1 and s.topic_id = w.topic_id and s.address_key = w.address
       and s.created_at <= w.at`,
    values,
  )
}
