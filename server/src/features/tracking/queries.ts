/** SQL of waiting hits, of links, and of the page on which recipients unsubscribe. */
import type { LinkTags } from '@notifly/contracts/campaigns/utm'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/schema/tables.ts'
import { EVENT } from '../../engine/states.ts'
import { TEST_LINK_DAYS } from '../../engine/upkeep/retention-queries.ts'
import { addressOfPast, joinPastRecipient } from '../../people/consent/past-recipients.ts'
import { CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import { TRAP_LINK_NO, type DeliveryRef } from '../../lib/delivery-token.ts'
import type { BotReason } from './machines.ts'

export interface WaitingHit extends DeliveryRef {
  hitId: string
  linkNo: number | null
  atMs: number
  network: string
  botReason: BotReason | null
  detail: Record<string, string>
}

/** Only for runs that exist: tokens stay valid after their run is deleted. */
export async function insertHits(db: Db, hits: readonly WaitingHit[]): Promise<void> {
  await sql`
    insert into waiting_hit (hit_id, application_id, run_id, seq, link_no, at, network, bot_reason, detail)
    select "hitId", "applicationId", "runId", seq, "linkNo", to_timestamp("atMs" / 1000), network, "botReason", detail
    from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as h("hitId" uuid, "applicationId" uuid, "runId" uuid, seq int,
      "linkNo" smallint, "atMs" float8, network text, "botReason" text, detail jsonb)
    where exists (select 1 from run where run.run_id = h."runId")`.execute(db)
}

const SWEEP_LOCK = 4_711_020_310

/** One process at a time, until the transaction ends. */
export async function lockSweep(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1) as held', [SWEEP_LOCK])
  return rows[0]?.held === true
}

/** The oldest hits that are due, and all other hits of the same networks on the same messages. */
export async function selectDueHits(client: pg.ClientBase, due: Date, limit: number): Promise<WaitingHit[]> {
  const { rows } = await client.query<WaitingHit>(
    `with reader as (
       select distinct run_id, seq, network
       from (select run_id, seq, network from waiting_hit where at <= $1 order by at limit $2) oldest
     )
     select hit_id as "hitId", application_id as "applicationId", run_id as "runId", seq, link_no as "linkNo",
       extract(epoch from at)::float8 * 1000 as "atMs", network, bot_reason as "botReason", detail
     from waiting_hit join reader using (run_id, seq, network) order by at`,
    [due, limit],
  )
  return rows
}

export async function deleteHits(client: pg.ClientBase, hitIds: readonly string[]): Promise<void> {
  await client.query('delete from waiting_hit where hit_id = any($1::uuid[])', [hitIds])
}

export interface Reader {
  applicationId: string
  runId: string
  seq: number
  network: string
}

/** Those of these networks that recently followed the hidden link of their message, as `run seq network`. */
export async function selectBotReaders(
  client: pg.ClientBase,
  readers: readonly Reader[],
  since: Date,
): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select distinct concat_ws(' ', w."runId", w.seq, w.network) as key
     from jsonb_to_recordset($1::jsonb) as w("applicationId" uuid, "runId" uuid, seq int, network text)
     join event e on e.application_id = w."applicationId" and e.run_id = w."runId" and e.seq = w.seq
       and e.kind = ${EVENT.clicked} and e.bot and e.at >= $2
       and e.detail ->> 'network' = w.network and e.detail ->> 'link' = '${TRAP_LINK_NO}'`,
    [JSON.stringify(readers), since],
  )
  return new Set(rows.map(row => row.key))
}

/** Without fields of a text that are links only for contacts whose value is an address. */
export async function selectLinkCounts(client: pg.ClientBase, runIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ run_id: string; n: number }>(
    `select l.run_id, count(*)::int as n from run_link l join run r using (application_id, run_id)
     where r.run_id = any($1::uuid[]) and (r.short_no is null or l.url not like '{{%') group by l.run_id`,
    [runIds],
  )
  return new Map(rows.map(row => [row.run_id, row.n]))
}

export async function selectLink(
  db: Db,
  { applicationId, runId, no }: { applicationId: string; runId: string; no: number },
): Promise<{ url: string; tags: LinkTags | null } | undefined> {
  const row = await db
    .selectFrom('run_link')
    .innerJoin('run', join =>
      join.onRef('run.application_id', '=', 'run_link.application_id').onRef('run.run_id', '=', 'run_link.run_id'),
    )
    .where(eb => eb.and({ 'run_link.application_id': applicationId, 'run_link.run_id': runId }))
    // A token may name more than the column holds.
    .where(sql<boolean>`no = ${no}::int`)
    .select(['run_link.url', 'run.link_tags'])
    .executeTakeFirst()
  return row && { url: row.url, tags: row.link_tags as LinkTags | null }
}

/** For a message with its own content. */
export async function selectOwnLink(
  db: Db,
  { applicationId, runId, seq, no }: { applicationId: string; runId: string; seq: number; no: number },
): Promise<{ url: string } | undefined> {
  const { rows } = await sql<{ url: string }>`
    select link ->> 'url' as url
    from (${messageOf({ applicationId, runId, seq })}) m, jsonb_array_elements(m.data -> 'links') link
    where (link ->> 'index')::int = ${no}::int`.execute(db)
  const [row] = rows
  return row
}

/** The program's message that a delivery belongs to. */
const messageOf = ({ applicationId, runId, seq }: DeliveryRef) => sql`
  select data, receiver, contact_id from message
  where application_id = ${applicationId} and run_id = ${runId} and seq <= ${seq} and seq + deliveries > ${seq}
    and receiver <> ''
  order by seq desc limit 1`

/** Merge values of a program's message, which override those of its contact; undefined if there are none. */
export async function selectMergeValues(db: Db, ref: DeliveryRef): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ merge: Record<string, unknown> | null }>`
    select coalesce(data -> 'merge', '{}') as merge from (${messageOf(ref)}) m`.execute(db)
  return rows[0]?.merge ?? undefined
}

/** The run with this number in short links. */
export async function selectNumberedRun(
  db: Db,
  shortNo: number,
): Promise<Pick<DeliveryRef, 'applicationId' | 'runId'> | undefined> {
  return db
    .selectFrom('run')
    .where('short_no', '=', shortNo)
    .select(['application_id as applicationId', 'run_id as runId'])
    .executeTakeFirst()
}

/** The fields for a message's link; undefined if the contact is deleted. */
export async function selectRecipientFields(db: Db, ref: DeliveryRef): Promise<ContactFieldsRow | undefined> {
  return db
    .selectFrom('delivery as d')
    .innerJoin('contact as c', join =>
      join.onRef('c.application_id', '=', 'd.application_id').onRef('c.contact_id', '=', 'd.contact_id'),
    )
    .where(eb => eb.and({ 'd.application_id': ref.applicationId, 'd.run_id': ref.runId, 'd.seq': ref.seq }))
    .select(CONTACT_FIELD_COLUMNS.map(column => `c.${column}` as const))
    .executeTakeFirst()
}

/** Returns the number that identifies them all. */
export async function insertTestLinks(
  db: Db,
  { applicationId, addresses, now }: { applicationId: string; addresses: ReadonlyMap<number, string>; now: Date },
): Promise<number> {
  const { rows } = await sql<{ short_no: number }>`
    insert into test_link (short_no, application_id, addresses, created_at)
    values (nextval('run_short_no'), ${applicationId}, ${JSON.stringify(Object.fromEntries(addresses))}::jsonb, ${now})
    returning short_no`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the links of a test were not kept')
  return row.short_no
}

export async function selectTestLink(
  db: Db,
  { shortNo, linkNo, now }: { shortNo: number; linkNo: number; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ url: string | null }>`
    select addresses ->> ${String(linkNo)}::text as url from test_link
    where short_no = ${shortNo} and created_at >= ${now}::timestamptz - make_interval(days => ${TEST_LINK_DAYS})`.execute(
    db,
  )
  return rows[0]?.url ?? null
}

export interface SubscriptionRow {
  address: string
  channel: string
  application: string
  /** All mail. */
  has_left: boolean
  /** What the message is about. */
  topic_id: string | null
  /** The message itself is no longer kept. */
  is_past: boolean
}

interface Recipient {
  contact_id: string
  address: string
  is_past: boolean
}

/** The recipient of a message, even if its month has been dropped; undefined if the contact has been erased. */
async function selectRecipient(db: Db, { applicationId, runId, seq }: DeliveryRef): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select contact_id, address, false as is_past from delivery
    where application_id = ${applicationId} and run_id = ${runId} and seq = ${seq}`.execute(db)
  if (rows[0] !== undefined) return rows[0]
  const past = await sql<Recipient>`
    select d.contact_id, ${sql.raw(addressOfPast('r.channel'))} as address, true as is_past
    from (select ${applicationId}::uuid as application_id, ${runId}::uuid as run_id, ${seq}::int as seq) m
    ${sql.raw(joinPastRecipient({ application: 'm.application_id', run: 'm.run_id', seq: 'm.seq' }))}
    join run r on r.application_id = m.application_id and r.run_id = m.run_id`.execute(db)
  return past.rows[0]
}

/** The recipient of a message, and whether they have unsubscribed; undefined if the message is unknown. */
export async function selectSubscription(db: Db, ref: DeliveryRef): Promise<SubscriptionRow | undefined> {
  const { applicationId, runId } = ref
  const recipient = await selectRecipient(db, ref)
  const run = await db
    .selectFrom('run as r')
    .innerJoin('application as a', 'a.application_id', 'r.application_id')
    .where(eb => eb.and({ 'r.application_id': applicationId, 'r.run_id': runId }))
    .select(['r.channel', 'r.topic_id', 'a.name as application'])
    .executeTakeFirst()
  if (recipient === undefined || run === undefined) return undefined
  const { contact_id, ...facts } = recipient
  const { rows } = await sql<{ has_left: boolean }>`
    select exists (select 1 from consent c where c.application_id = ${applicationId} and c.contact_id = ${contact_id}
        and c.channel = ${run.channel} and c.status = 'unsubscribed')
      or exists (select 1 from suppression s where s.application_id = ${applicationId} and s.channel = ${run.channel}
        and s.address_key = ${facts.address} and s.reason = 'unsubscribe') as has_left`.execute(db)
  return { ...facts, ...run, has_left: rows[0]?.has_left === true }
}

export interface SentMailRow {
  contact_id: string | null
  address: string
  /** As its run has frozen it, or as the message of a program brought it; null where that is no longer kept. */
  html: string | null
}

/** The mail of a delivery that is still kept; undefined for other channels. */
export async function selectSentMail(db: Db, ref: DeliveryRef): Promise<SentMailRow | undefined> {
  const { applicationId, runId, seq } = ref
  const { rows } = await sql<SentMailRow>`
    select d.contact_id, d.address,
      coalesce(m.data -> 'content' ->> 'html', v.content ->> 'html', r.content ->> 'html') as html
    from delivery d
    join run r on r.application_id = d.application_id and r.run_id = d.run_id and r.channel = 'email'
    left join run_test t on t.application_id = d.application_id and t.run_id = d.run_id
    left join run_variant v on v.application_id = d.application_id and v.run_id = d.run_id
      and v.no = coalesce(nullif(d.variant, 0), t.winner)
    left join lateral (${messageOf(ref)}) m on true
    where d.application_id = ${applicationId} and d.run_id = ${runId} and d.seq = ${seq}`.execute(db)
  return rows[0]
}

export interface TopicChoice {
  topic_id: string
  name: string
  description: string
  has_left: boolean
}

/** The application's topics by name, with this recipient's choice. */
export async function selectTopicChoices(db: Db, ref: DeliveryRef): Promise<TopicChoice[]> {
  const { applicationId } = ref
  const recipient = await selectRecipient(db, ref)
  if (recipient === undefined) return []
  const { rows: topics } = await sql<Omit<TopicChoice, 'has_left'>>`
    select topic_id, name, description from topic where application_id = ${applicationId}
    order by lower(name), topic_id`.execute(db)
  const { rows } = await sql<{ topic_id: string }>`
    select c.topic_id from topic_consent c where c.application_id = ${applicationId}
      and c.contact_id = ${recipient.contact_id} and c.status = 'unsubscribed'
    union
    select g.topic_id from topic_departure g where g.application_id = ${applicationId}
      and g.topic_id = any(${topics.map(({ topic_id }) => topic_id)}::uuid[]) and g.address_key = ${recipient.address}`.execute(
    db,
  )
  const left = new Set(rows.map(({ topic_id }) => topic_id))
  return topics.map(topic => ({ ...topic, has_left: left.has(topic.topic_id) }))
}
