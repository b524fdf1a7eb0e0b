/** SQL of the recipients of one run, or of all runs of a campaign. */
import { OPEN_SPANS } from '@notifly/contracts/runs/panels'
import { sql, type RawBuilder } from 'kysely'
import type { RowRange } from '../../db/pages.ts'
import type { Db } from '../../db/schema/tables.ts'
import { contactFound } from '../../people/contacts/contact-search.ts'
import { EVENT, STATE, STATE_NAMES } from '../../engine/states.ts'
import { domainOf } from '../../engine/activity/change-sql.ts'
import { knownName } from '../../engine/activity/known-names.ts'
import type { CodePart, DeliveryCondition } from './statuses.ts'
import type { DomainCondition, UsedCondition } from './used-filter.ts'

type Sql = RawBuilder<unknown>

export interface RecipientsQuery {
  applicationId: string
  runIds: readonly string[]
  conditions: readonly DeliveryCondition[] | null
  /** Of A/B tests; 0: those who get the winner. */
  variants: readonly number[] | null
  /** Why messages ended. */
  reasons: readonly number[] | null
  /** Number of a link that they clicked. */
  link: number | null
  /** Number of the span of OPEN_SPANS in which they opened it. */
  openSpan: number | null
  /** All of them hold. */
  used: readonly UsedCondition[]
  domains: readonly DomainCondition[]
  search: string | undefined
  now: Date
}

export interface RecipientRow {
  run_id: string
  seq: number
  contact_id: string
  address: string
  state: number
  attempts: number
  reason: number
  sent_at: Date | null
  delivered_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
  unsubscribed_at: Date | null
  dismissed_at: Date | null
  last_event_at: Date | null
  email: string | null
  phone_number: string | null
  timezone: string | null
  first_name: string | null
  last_name: string | null
  /** Of a device that it went to. */
  platform: string | null
  about: unknown
  /** Of the last attempt. */
  attempt_reason: string | null
  answer: string | null
  /** Of the batch that a pending one waits in. */
  is_leased: boolean | null
  /** Infinity, which is no Date, of those who wait for the winner of a test. */
  due_at: Date | null
  /** Handed over, and no report has said yet that it was passed on. */
  is_accepted: boolean | null
  /** Of an A/B test; 0: gets the winner. */
  variant: number
  is_tested: boolean
  winner: number | null
  /** Events that count for it, when the first of them was, and what they are worth: "49.9 EUR; 5 USD". */
  conversions: number
  converted_at: Date | null
  revenue: string
}

const TIMES = [
  'sent_at',
  'delivered_at',
  'opened_at',
  'clicked_at',
  'unsubscribed_at',
  'dismissed_at',
  'last_event_at',
] as const

const ORDERS = {
  number: sql`d.run_id desc, d.seq asc`,
  '-number': sql`d.run_id asc, d.seq desc`,
  last_event: sql`d.last_event_at asc, d.run_id desc, d.seq asc`,
  '-last_event': sql`d.last_event_at desc, d.run_id desc, d.seq asc`,
} as const
export type RecipientSort = keyof typeof ORDERS

/** One page. Chooses the rows first, then looks up further columns only for these. */
export async function selectRecipients(
  db: Db,
  query: RecipientsQuery,
  sort: RecipientSort,
  page: RowRange,
): Promise<RecipientRow[]> {
  const chosen = sql`select d.* from delivery d where ${matching(query)}
    order by ${ORDERS[sort]} limit ${page.limit} offset ${page.offset}`
  const { rows } = await described(besideChosen(query), chosen, ORDERS[sort]).execute(db)
  return rows
}

/** The next rows of one run in the order of seq, for exports: each piece costs the same. */
export async function selectRecipientsAfter(
  db: Db,
  query: RecipientsQuery,
  afterSeq: number,
  limit: number,
): Promise<RecipientRow[]> {
  const chosen = sql`select d.* from delivery d where ${matching(query)} and d.seq > ${afterSeq}
    order by d.seq limit ${limit}`
  const { rows } = await described(besideChosen(query), chosen, sql`d.seq`).execute(db)
  return rows
}

export async function selectRecipient(
  db: Db,
  applicationId: string,
  which: { runId: string; seq: number },
): Promise<RecipientRow | undefined> {
  const chosen = sql`select d.* from delivery d
    where d.application_id = ${applicationId} and d.run_id = ${which.runId} and d.seq = ${which.seq}`
  const { rows } = await described(
    besideDeliveries({ applicationId, runIds: [which.runId] }),
    chosen,
    sql`d.seq`,
  ).execute(db)
  return rows[0]
}

/** The newest delivery of a contact among these runs. */
export async function selectSeqOfContact(
  db: Db,
  applicationId: string,
  runIds: readonly string[],
  contactId: string,
): Promise<{ runId: string; seq: number } | undefined> {
  const { rows } = await sql<{ runId: string; seq: number }>`
    select run_id as "runId", seq from delivery where application_id = ${applicationId} and contact_id = ${contactId}
      and run_id = any(${runIds}::uuid[]) order by run_id desc, state desc, seq limit 1`.execute(db)
  return rows[0]
}

export async function countRecipients(db: Db, query: RecipientsQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ${besideChosen(query)} select count(*)::int as n from delivery d where ${matching(query)}`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Tests and unfinished batches of these runs, for a WITH; these tables are on the coordinator. Each is read once and separately: a subquery
 * on a delivery cannot read rows that are stored elsewhere.
 */
function besideDeliveries({ applicationId, runIds }: Pick<RecipientsQuery, 'applicationId' | 'runIds'>): Sql {
  const ofRuns = sql`application_id = ${applicationId} and run_id = any(${runIds}::uuid[])`
  return sql`tested as materialized (select run_id, winner from run_test where ${ofRuns}),
    waiting as materialized (
      select run_id, seq_from, seq_to, seqs, owner, due_at from batch where ${ofRuns} and not done
    )`
}

/** What `matching` needs in addition: deliveries of leased batches, and those that wait for their time. */
function besideChosen(query: RecipientsQuery): Sql {
  return sql`${besideDeliveries(query)},
    leased as materialized (${numbersOf(sql`owner is not null`)}),
    later as materialized (${numbersOf(sql`owner is null and due_at > ${query.now}`)})`
}

/** One value per run, in which a number can be looked up without reading the batches. */
function numbersOf(condition: Sql): Sql {
  return sql`select run_id, range_agg(numbers) as numbers from (
      select run_id, int4range(seq_from, seq_to, '[]') as numbers from waiting where seqs is null and ${condition}
      union all
      select run_id, int4range(seq, seq, '[]') from waiting, unnest(seqs) as listed(seq) where ${condition}
    ) as parts group by run_id`
}

function described(beside: Sql, chosen: Sql, order: Sql): RawBuilder<RecipientRow> {
  const times = TIMES.map(column => sql`nullif(${sql.ref(`d.${column}`)}, '-infinity') as ${sql.ref(column)}`)
  return sql<RecipientRow>`
    with ${beside}
    select d.run_id, d.seq, d.contact_id, d.address, d.state, d.attempts, d.reason, d.variant, ${sql.join(times)},
      c.email, c.phone_number, c.timezone, c.merge_fields ->> 'first_name' as first_name,
      c.merge_fields ->> 'last_name' as last_name, v.platform, v.about,
      d.state = ${STATE.sent} and not ${WAS_PASSED_ON} as is_accepted, a.reason as attempt_reason, a.answer, b.is_leased, b.due_at, t.run_id is not null as is_tested, t.winner,
      g.conversions, g.converted_at, g.revenue
    from (${chosen}) d
    left join contact c on c.application_id = d.application_id and c.contact_id = d.contact_id
    left join device v on v.application_id = d.application_id and v.device_id = ${DEVICE_ID}
    left join tested t on t.run_id = d.run_id
    cross join lateral (
      select coalesce(sum(n), 0)::int as conversions, min(first_at) as converted_at,
        coalesce(string_agg(trim_scale(amount)::text || ' ' || currency, '; ' order by currency), '') as revenue
      from (
        select currency, count(*) as n, min(occurred_at) as first_at, sum(amount) as amount from conversion g
        where g.application_id = d.application_id and g.run_id = d.run_id and g.seq = d.seq group by currency) g
    ) g
    left join lateral (
      select reason, answer from attempt a
      where a.application_id = d.application_id and a.run_id = d.run_id and a.seq = d.seq
      order by a.at desc, a.n desc limit 1
    ) a on d.attempts > 0
    left join lateral (
      select b.owner is not null as is_leased, b.due_at from waiting b
      where b.run_id = d.run_id and ${HOLDS}
      order by b.due_at limit 1
    ) b on d.state = ${STATE.pending}
    order by ${order}`
}

/** For addresses in the format of a UUID: those of other channels never have it. */
const DEVICE_ID = sql`case when d.address ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then d.address::uuid end`

const WAS_PASSED_ON = sql`exists (select 1 from event e
  where e.application_id = d.application_id and e.run_id = d.run_id and e.seq = d.seq and e.kind = ${EVENT.sent})`

const HOLDS = sql`(d.seq between b.seq_from and b.seq_to or d.seq = any(b.seqs))`

function matching(query: RecipientsQuery): RawBuilder<boolean> {
  const { applicationId, runIds, conditions, variants, reasons, link, openSpan, used, domains, search } = query
  const parts = [sql`d.application_id = ${applicationId}`, runsAre(runIds)]
  if (conditions !== null) {
    const wanted = conditions.map(matches)
    parts.push(sql`(${sql.join(wanted, sql` or `)})`)
  }
  if (variants !== null) parts.push(isOneOf(variants))
  if (reasons !== null) parts.push(sql`d.reason = any(${reasons}::smallint[])`)
  if (link !== null) parts.push(hasClicked(query, link))
  if (openSpan !== null) parts.push(sql`${openSpanOf(sql.ref('d'))} = ${openSpan}`)
  parts.push(...used.map(condition => hasUsed(query, condition)), ...domains.map(isAtDomain))
  if (search !== undefined && search !== '') parts.push(found(applicationId, search))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Runs without a test have neither variants nor a rest. */
function isOneOf(variants: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`(d.variant = any(${variants}::smallint[]) and exists (select 1 from tested t where t.run_id = d.run_id))`
}

/** Clicks of people, not of machines. Reads the clicks of the runs once. */
function hasClicked({ applicationId, runIds }: RecipientsQuery, link: number): RawBuilder<boolean> {
  return sql<boolean>`(d.run_id, d.seq) in (select e.run_id, e.seq from event e
    where e.application_id = ${applicationId} and e.run_id = any(${runIds}::uuid[]) and e.kind = ${EVENT.clicked} and not e.bot
      and e.detail ->> 'link' = ${String(link)})`
}

/** The number of the span of OPEN_SPANS between a delivery's hand-over and its first open; null without either. */
export function openSpanOf(delivery: Sql): RawBuilder<number | null> {
  return sql`case when ${delivery}.opened_at > '-infinity' and ${delivery}.sent_at > '-infinity'
    then width_bucket(extract(epoch from ${delivery}.opened_at - ${delivery}.sent_at)::float8, ${[...OPEN_SPANS]}::float8[]) end`
}

/** Opens and clicks of people by the rule of activity/reader-queries.ts. Reads those of the runs once. */
function hasUsed(
  { applicationId, runIds }: RecipientsQuery,
  { part, names, kinds }: UsedCondition,
): RawBuilder<boolean> {
  const said = `e.detail ->> '${part}'`
  return sql<boolean>`(d.run_id, d.seq) in (select e.run_id, e.seq from event e
    where e.application_id = ${applicationId} and e.run_id = any(${runIds}::uuid[]) and e.kind = any(${kinds}::smallint[]) and not e.bot
      and ${sql.raw(said)} <> '' and ${sql.raw(knownName(`'${part}'`, said))} = any(${names}::text[]))`
}

const DOMAIN = sql.raw(`lower(${domainOf('d.address')})`)

function isAtDomain({ domains, isRest, includesNone }: DomainCondition): RawBuilder<boolean> {
  if (!isRest) return sql<boolean>`${DOMAIN} = any(${domains}::text[])`
  const isOther = sql`${DOMAIN} <> all(${domains}::text[])`
  return sql<boolean>`(${isOther}${includesNone ? sql`` : sql` and ${DOMAIN} <> ''`})`
}

/** A single run is compared by equality: the index then has the order of the list. */
function runsAre(runIds: readonly string[]): RawBuilder<boolean> {
  const [only] = runIds
  return runIds.length === 1 ? sql<boolean>`d.run_id = ${only}` : sql<boolean>`d.run_id = any(${runIds}::uuid[])`
}

function matches(condition: DeliveryCondition): RawBuilder<boolean> {
  switch (condition.kind) {
    case 'states':
      return sql<boolean>`d.state = any(${condition.states}::smallint[])`
    case 'engagement':
      return sql<boolean>`${sql.ref(`d.${condition.name}_at`)} > '-infinity'`
    case 'converted':
      return sql<boolean>`exists (select 1 from conversion g
        where g.application_id = d.application_id and g.run_id = d.run_id and g.seq = d.seq)`
    case 'pending':
      return statusIs('pending')
    case 'leased':
      return waitsIn('leased')
    case 'scheduled':
      return waitsForMoment()
    case 'code':
      return sql<boolean>`(${sql.join(condition.parts.map(hasStatus), sql` or `)})`
  }
}

/** For the first attempt: a retry waits for another reason. */
function waitsForMoment(): RawBuilder<boolean> {
  return sql<boolean>`(d.attempts = 0 and ${waitsIn('later')})`
}

/** Evaluated row by row, so that a page is found while the list's own index is read. */
function waitsIn(batches: 'leased' | 'later'): RawBuilder<boolean> {
  return sql<boolean>`(d.state = ${STATE.pending} and coalesce((select d.seq <@ b.numbers from ${sql.table(batches)} b
    where b.run_id = d.run_id), false))`
}

/** The same rule as currentStatus, row by row; a delivery that is being sent counts as pending. */
function hasStatus({ status, reasons, isAccepted }: CodePart): RawBuilder<boolean> {
  const parts = [statusIs(status)]
  if (reasons !== null) parts.push(sql<boolean>`d.reason = any(${reasons}::smallint[])`)
  if (isAccepted !== undefined)
    parts.push(isAccepted ? sql<boolean>`not ${WAS_PASSED_ON}` : sql<boolean>`${WAS_PASSED_ON}`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

const THROUGH = sql`d.state in (${STATE.sent}, ${STATE.delivered})`
const HAS_LEFT = sql`d.unsubscribed_at > '-infinity'`
const HAS_CLICKED = sql`d.clicked_at > '-infinity'`
const HAS_OPENED = sql`d.opened_at > '-infinity'`
const HAS_DISMISSED = sql`d.dismissed_at > '-infinity'`
/** None of the actions that take precedence over a dismissal. */
const DID_NOTHING = sql`not ${HAS_LEFT} and not ${HAS_CLICKED} and not ${HAS_OPENED}`

function statusIs(status: CodePart['status']): RawBuilder<boolean> {
  switch (status) {
    case 'pending':
      return sql<boolean>`d.state = ${STATE.pending} and not ${waitsForMoment()}`
    case 'scheduled':
      return waitsForMoment()
    case 'unsubscribed':
      return sql<boolean>`${THROUGH} and ${HAS_LEFT}`
    case 'clicked':
      return sql<boolean>`${THROUGH} and not ${HAS_LEFT} and ${HAS_CLICKED}`
    case 'opened':
    case 'read':
      return sql<boolean>`${THROUGH} and not ${HAS_LEFT} and not ${HAS_CLICKED} and ${HAS_OPENED}`
    case 'dismissed':
      return sql<boolean>`${THROUGH} and ${DID_NOTHING} and ${HAS_DISMISSED}`
    case 'sent':
    case 'delivered':
      return sql<boolean>`d.state = ${STATE[status]} and ${DID_NOTHING} and not ${HAS_DISMISSED}`
    default: {
      const state = Object.entries(STATE_NAMES).find(([, name]) => name === status)?.[0]
      return state === undefined ? sql<boolean>`false` : sql<boolean>`d.state = ${Number(state)}`
    }
  }
}

/** By the delivery's address, the contact's present name, or the delivery's number. */
function found(applicationId: string, search: string): RawBuilder<boolean> {
  const seq = /^(?:[0-9a-f-]{36}\.)?(\d{1,9})$/i.exec(search)?.[1]
  const term = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(d.address like ${term}
    or d.contact_id in (select contact_id from contact where application_id = ${applicationId} and ${contactFound(search)})
    ${seq === undefined ? sql`` : sql`or d.seq = ${Number(seq)}`})`
}
