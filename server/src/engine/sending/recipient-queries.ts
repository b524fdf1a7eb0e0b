/** SQL that reads everything about the recipients of one batch, in one query; and SQL of frequency caps. */
import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { CHANNELS, type FrequencyCap } from '@notifly/contracts/applications/applications'
import type { AddressKind, Device } from '../../channels/channel.ts'
import { isOfDevices } from '../../channels/registry.ts'
import { BUILT_IN_FIELDS, CONTACT_FIELD_COLUMNS, type ContactFieldsRow } from '../../lib/contact-fields.ts'
import {
  isListedAmong,
  leftTopic,
  listedFacts,
  type RecipientFacts,
  skipReason,
  type SkipReason,
} from '../../people/reach/skip-reason.ts'
import type { ClaimedBatch } from '../batches/lease-queries.ts'
import type { DeliveredMessage } from '../streams/message-queries.ts'
import type { QuietRun } from '../snapshot/recipient-clock.ts'
import { ATTEMPT, STATE } from '../states.ts'
import { reasonNumber } from '../reasons.ts'

export interface RecipientRow extends Omit<ContactFieldsRow, 'merge_fields'> {
  seq: number
  /**
   * JSON, parsed when it is this recipient's turn: parsed at once, the objects of a whole batch would reach the old generation of the heap.
   */
  merge_fields: string | null
  /** The address at the time of the snapshot. */
  address: string
  attempts: number
  reason: number
  /** An earlier attempt ended without an answer: the message may have arrived. */
  wasInDoubt: true | null
  /** Milliseconds since 1970, if the delivery was tried before. */
  lastEventMs: number | null
  /** The device as it is now; absent on other channels. */
  platform?: Device['platform']
  endpoint?: string
  keys?: Device['keys']
  /** Only for Apple's devices. */
  seenAt?: Date | null
  /** Why the message is not sent; null if it is. */
  skip: SkipReason | null
  /** For a stream: the message that the delivery belongs to. */
  own?: DeliveredMessage
}

/** Columns of `contact` that a run's messages need. */
export type RecipientColumns = readonly (typeof CONTACT_FIELD_COLUMNS)[number][]

/**
 * The contact columns for templates that read these fields. Each column costs on both ends: with all of them a batch takes twice as long as
 * with the usual three.
 */
export function columnsFor(fields: Iterable<string>): RecipientColumns {
  const read = new Set(fields)
  const hasMergeFields = [...read].some(field => !(field in BUILT_IN_FIELDS))
  return CONTACT_FIELD_COLUMNS.filter(column =>
    column === 'merge_fields' ? hasMergeFields : read.has(column === 'contact_id' ? 'uuid' : column),
  )
}

/** What a run reads about its recipients. */
export interface WantedRecipients {
  addressedBy: AddressKind
  columns: RecipientColumns
  topicId: string | null
  /** The run's quiet hours; null without any. */
  quiet: QuietRun | null
}

const APPLICATION = sql.raw('$1')
const LISTS = { applicationId: APPLICATION, channel: sql.raw('$3') }
const CONTACT = sql`d.contact_id`
const ADDRESS = sql`d.address`
const CONTACTS = sql`array(select contact_id from d)`
const ADDRESSES = sql`array(select address from d)`

const listed = (isTransactional: boolean): RecipientFacts =>
  listedFacts(LISTS, isTransactional, {
    address: ADDRESS,
    contactIn: list => isListedAmong(list, CONTACT, CONTACTS),
    addressIn: list => isListedAmong(list, ADDRESS, ADDRESSES),
  })

// A device that moved to another contact: what was meant for the first must not be shown there.
const OF_DEVICE: RecipientFacts = {
  leftWithDevice: sql`v.retired_reason = 'unsubscribed' and v.contact_id = d.contact_id`,
  isDeviceGone: sql`v.device_id is null or v.retired_at is not null or v.contact_id <> d.contact_id`,
}
const DEVICES = sql`full join (
    select device_id, contact_id, retired_at, retired_reason, platform, endpoint, keys, last_seen_at from device
    where application_id = $1 and device_id = any (array(select nullif(address, '')::uuid from d))
  ) v on v.device_id = nullif(d.address, '')::uuid`

// Only Apple reports since when a device is gone. A timestamp costs 1 us to print and parse.
const DEVICE_COLUMNS = sql`, v.platform, v.endpoint, v.keys,
  case when v.platform in ('ios', 'safari') then v.last_seen_at end as "seenAt"`

// A message without a contact is its own contact, until the person with its address is erased.
const STANDS_ALONE = sql`d.address <> '' and exists (
  select 1 from message m where m.application_id = ${APPLICATION} and m.message_id = d.contact_id)`
const IS_GONE = sql`c.contact_id is null and not (${STANDS_ALONE})`

/** Which rules the messages of a run follow. */
type RuleSet = 'campaign' | 'marketing' | 'transactional'
const FACTS: Record<RuleSet, RecipientFacts> = {
  campaign: { isErased: sql`c.contact_id is null`, ...listed(false) },
  marketing: { isErased: IS_GONE, ...listed(false) },
  transactional: { isErased: IS_GONE, ...listed(true) },
}

function ruleSetOf({ isStream, laneClass }: ClaimedBatch): RuleSet {
  return !isStream ? 'campaign' : laneClass === 0 ? 'transactional' : 'marketing'
}

/** Runs without a topic skip its condition. */
function factsFor(
  { addressedBy }: WantedRecipients,
  obeys: RuleSet,
  topicId: RawBuilder<unknown> | null,
): RecipientFacts {
  const facts = addressedBy === 'device' ? { ...FACTS[obeys], ...OF_DEVICE } : FACTS[obeys]
  if (topicId === null) return facts
  return { ...facts, hasLeftTopic: leftTopic(APPLICATION, topicId, CONTACT, ADDRESS) }
}

// Consents and suppressions are read once for the whole batch, whose members PostgreSQL looks up in one walk along the primary key. Read
// per recipient, two empty lists took a quarter of the statement's time, two of 50,000 entries two fifths. Topics are read per recipient,
// since the index that knows who left one would be read whole. The statement leaves no other plan: joined without statistics, a whole list
// was scanned for each recipient (measured with 200,000 entries: 1 ms, against 8 us). Contacts and devices are looked up in one walk too
// (contacts: 4.9 us a recipient instead of 5.9; devices: 7.7 instead of 9.5 for all of it, on a busy machine). All rows found belong to the
// batch, so the full join acts as a left join, but one that PostgreSQL never runs as a nested loop: without statistics it would compare
// each recipient with each contact. Nulls cost next to nothing on the wire, so rare values are null.
function select(wanted: WantedRecipients, obeys: RuleSet, which: string, topic: string | null): string {
  const { columns, addressedBy } = wanted
  const isOfDevice = addressedBy === 'device'
  return sqlText(sql`
  with d as materialized (
    select seq, contact_id, address, attempts, reason, last_event_at from delivery
    where application_id = $1 and run_id = $2 and state = ${sql.lit(STATE.pending)} and ${sql.raw(which)} order by seq
  )
  select d.seq, d.address, d.attempts, d.reason,
    case when d.attempts > 0 then extract(epoch from d.last_event_at)::float8 * 1000 end as "lastEventMs",
    case when d.attempts > 0 then (select true from attempt a where a.application_id = $1 and a.run_id = $2
      and a.seq = d.seq and a.outcome = ${sql.lit(ATTEMPT.inDoubt)} limit 1) end as "wasInDoubt",
    ${skipReason(factsFor(wanted, obeys, topic === null ? null : sql.raw(topic)))} as skip
    ${isOfDevice ? DEVICE_COLUMNS : sql``}
    ${sql.raw(columns.map(column => (column === 'merge_fields' ? ', c.merge_fields::text as merge_fields' : `, c.${column}`)).join(''))}
  from d
  full join (
    select * from contact where application_id = $1 and contact_id = any (${CONTACTS})
  ) c on c.contact_id = d.contact_id
  ${isOfDevice ? DEVICES : sql``}
  order by d.seq`)
}

/** Statement texts by name: there are as many as kinds of templates, and batches reuse them. */
const texts = new Map<string, string>()

function textOf(name: string, make: () => string): string {
  const known = texts.get(name) ?? make()
  texts.set(name, known)
  return known
}

/** Returns the deliveries of a batch that are still pending, in the order of seq. Columns that are not selected are undefined. */
export async function selectRecipients(
  pool: pg.Pool,
  batch: ClaimedBatch,
  wanted: WantedRecipients,
): Promise<RecipientRow[]> {
  const { applicationId, runId, channel, seqs, seqFrom, seqTo } = batch
  const obeys = ruleSetOf(batch)
  const { columns, addressedBy } = wanted
  const topicId = obeys === 'transactional' ? null : wanted.topicId
  const key = [applicationId, runId, channel]
  const topic = topicId === null ? [] : [topicId]
  // One bit per column: PostgreSQL keeps 63 characters of a statement's name.
  const which = columns.reduce((bits, column) => bits | (1 << CONTACT_FIELD_COLUMNS.indexOf(column)), 0).toString(36)
  const name = `${addressedBy}-${which}${topicId === null ? '' : '-topic'}${obeys === 'campaign' ? '' : `-${obeys}`}`
  const { rows } =
    seqs === null
      ? await pool.query<RecipientRow>({
          name: `delivery-recipients-range-${name}`,
          text: textOf(`range-${name}`, () => select(wanted, obeys, 'seq between $4 and $5', topicId && '$6')),
          values: [...key, seqFrom, seqTo, ...topic],
        })
      : await pool.query<RecipientRow>({
          name: `delivery-recipients-list-${name}`,
          text: textOf(`list-${name}`, () => select(wanted, obeys, 'seq = any ($4::int[])', topicId && '$5')),
          values: [...key, seqs, ...topic],
        })
  return rows
}

// SQL of frequency caps: deliveries take a place when their turn comes, and give it back if nothing was sent.

const HOUR_MS = 3_600_000

// Whatever a contact gets in one run, also on several devices, takes one place, which the run's id names. There is one row per contact: of
// two runs that want the last place at once, the second waits for the first and then sees it. Ordered by contact, so that no two wait in a
// circle.
const OTHERS = 'unnest(c.runs, c.times) as k(run_id, at) where k.at > $6 and k.run_id <> $8'
const RESERVE = `
  with wanted as materialized (
    select d.seq, d.contact_id from delivery d where d.application_id = $1 and d.run_id = $2 and d.seq = any ($4::int[])
  ), person as (
    select distinct contact_id from wanted
  ), taken as (
    insert into contact_cap as c (application_id, channel, contact_id, runs, times)
    select $1, $3, contact_id, array[$8::uuid], array[$5::timestamptz] from person order by contact_id
    on conflict (application_id, channel, contact_id) do update
      set (runs, times) = (select array_agg(k.run_id) || $8::uuid, array_agg(k.at) || $5::timestamptz from ${OTHERS})
      where (select count(*) from ${OTHERS}) < $7
    returning contact_id
  )
  select seq from wanted where contact_id not in (select contact_id from taken)`

/**
 * Takes a place for each of these deliveries from now on, in the name of their run or of a single message (`place`). A contact that has the
 * place already keeps it, so that a batch that is claimed again counts once. Returns the seqs of those without a place.
 */
export async function reservePlaces(
  pool: pg.Pool,
  batch: { applicationId: string; runId: string; channel: string },
  seqs: readonly number[],
  { cap, now, place = batch.runId }: { cap: FrequencyCap; now: Date; place?: string },
): Promise<Set<number>> {
  const since = new Date(now.getTime() - cap.hours * HOUR_MS)
  const { rows } = await pool.query<{ seq: number }>({
    name: 'delivery-cap-reserve',
    text: RESERVE,
    values: [batch.applicationId, batch.runId, batch.channel, `{${seqs.join()}}`, now, since, cap.messages, place],
  })
  return new Set(rows.map(row => row.seq))
}

// A message that may have arrived keeps its place, an attempt in doubt included. So does a contact whose other device has the message or
// still waits for it. Without a cap, nothing is read.
const OF_DEVICES = CHANNELS.filter(isOfDevices)
  .map(channel => `'${channel}'`)
  .join()
const UNUSED = `
  select d.contact_id as "contactId", r.channel, case when r.stream is null then $2::uuid else (
    select m.message_id from message m where m.application_id = $1 and m.run_id = $2 and m.seq <= d.seq order by m.seq desc limit 1
  ) end as "runId"
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
    select channel, contact_id, array_agg(run_id) as runs
    from unnest($2::text[], $3::uuid[], $4::uuid[]) as g(channel, contact_id, run_id) group by 1, 2
  ), held as materialized (
    select c.channel, c.contact_id, g.runs
    from given g join contact_cap c on c.application_id = $1 and c.channel = g.channel and c.contact_id = g.contact_id
    where c.runs && g.runs
    order by 1, 2 for update of c
  )
  update contact_cap c set (runs, times) = (
    select coalesce(array_agg(k.run_id), '{}'), coalesce(array_agg(k.at), '{}')
    from unnest(c.runs, c.times) as k(run_id, at) where k.run_id <> all (h.runs))
  from held h
  where c.application_id = $1 and c.channel = h.channel and c.contact_id = h.contact_id`

/** Gives back the places of those among these deliveries that ended with nothing sent. */
export async function releasePlaces(
  client: pg.ClientBase,
  ended: readonly { applicationId: string; runId: string; seqs: readonly number[] }[],
): Promise<void> {
  const unused: UnusedPlace[] = []
  for (const { applicationId, runId, seqs } of ended) {
    if (seqs.length === 0) continue
    const { rows } = await client.query<{ contactId: string; channel: string; runId: string }>({
      name: 'delivery-cap-unused',
      text: UNUSED,
      values: [applicationId, runId, `{${seqs.join()}}`],
    })
    for (const row of rows) unused.push({ applicationId, ...row })
  }
  // Application by application in one order, and all runs of each at once: otherwise two workers could wait for each other's rows.
  const applications = [...Map.groupBy(unused, place => place.applicationId)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [applicationId, places] of applications) {
    const column = (key: 'runId' | 'channel' | 'contactId') => places.map(place => place[key])
    await client.query({
      name: 'delivery-cap-give-back',
      text: GIVE_BACK,
      values: [applicationId, column('channel'), column('contactId'), column('runId')],
    })
  }
}

interface UnusedPlace {
  applicationId: string
  runId: string
  channel: string
  contactId: string
}

// SQL built with kysely, for the driver's prepared statements.

const compiler = new PostgresQueryCompiler()

/** The text of a statement whose parameters are written out ($1, $2). Throws if kysely added parameters of its own. */
function sqlText(statement: RawBuilder<unknown>): string {
  const { sql, parameters } = compiler.compileQuery(statement.toOperationNode() as never, createQueryId())
  if (parameters.length > 0) throw new Error('a statement with values of its own has no text')
  return sql
}
