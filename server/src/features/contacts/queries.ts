/** SQL of contacts for display: their columns, activity and segments. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { isEmail } from '@notifly/contracts/fields'
import { type RawBuilder, sql } from 'kysely'
import type { ContactSort } from '@notifly/contracts/contacts/audience'
import type { Db } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS } from '../../lib/contact-fields.ts'
import { factsOfDevices, type ReachFacts, reachIs, type ReachStatus } from '../../people/reach/reach-status.ts'
import { addressColumn, isListed, unsubscribedContacts, suppressed } from '../../people/reach/skip-reason.ts'
import { contactFound } from '../../people/contacts/contact-search.ts'
import { contactTotal } from '../../people/contacts/contact-total.ts'

const COLUMNS = [...CONTACT_FIELD_COLUMNS, 'email_key', 'added_at'] as const

export function selectContact(db: Db, applicationId: string, contactId: string) {
  return db
    .selectFrom('contact')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .select(COLUMNS)
    .executeTakeFirst()
}

export type ContactRow = NonNullable<Awaited<ReturnType<typeof selectContact>>>

/** The contact with this address; undefined if there is none or the address is invalid. */
export async function selectIdByEmail(db: Db, applicationId: string, email: string): Promise<string | undefined> {
  if (!isEmail(email.trim())) return undefined
  const row = await db
    .selectFrom('contact')
    .where(eb => eb.and({ application_id: applicationId, email_key: email.trim().toLowerCase() }))
    .select('contact_id')
    .executeTakeFirst()
  return row?.contact_id
}

/** The last day of any activity, for contacts that have one. */
export async function selectActivity(
  db: Db,
  applicationId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('contact_activity')
    .where('application_id', '=', applicationId)
    .where('contact_id', 'in', contactIds)
    .select(['contact_id', sql<string | null>`greatest(opened_on, clicked_on)`.as('last_on')])
    .execute()
  return new Map(rows.flatMap(row => (row.last_on === null ? [] : [[row.contact_id, row.last_on]])))
}

export function selectSegmentsOf(db: Db, applicationId: string, contactIds: readonly string[]) {
  return db
    .selectFrom('segment_member as member')
    .innerJoin('segment', join =>
      join
        .onRef('segment.application_id', '=', 'member.application_id')
        .onRef('segment.segment_id', '=', 'member.segment_id'),
    )
    .where('member.application_id', '=', applicationId)
    .where('member.contact_id', 'in', contactIds)
    .select(['member.contact_id', 'segment.segment_id', 'segment.name'])
    .orderBy(sql`lower(segment.name)`)
    .execute()
}

export interface ContactFilter {
  applicationId: string
  /** What says whether contact `c` is a member of the segment asked for. */
  member?: RawBuilder<boolean> | undefined
  search?: string | undefined
  reach?: { channel: Channel; status: ReachStatus } | undefined
  isTest?: boolean | undefined
  ids?: readonly string[] | undefined
  /** One that takes messages; with `change`, one that was gained or lost. */
  device?: DeviceFilter | undefined
  happened?: (Days & { change: 'added' | 'left' }) | undefined
}

interface Days {
  since?: Date | undefined
  until?: Date | undefined
}

interface DeviceFilter extends Days {
  channel?: string | undefined
  /** `unknown` for none. */
  prompt?: string | undefined
  change?: 'gained' | 'lost' | undefined
  lostBy?: string | undefined
}

/** The same rule as `reachOf` of change.ts, row by row. */
function reachFacts(channel: Channel): ReachFacts {
  const on = { applicationId: sql`c.application_id`, channel: sql.lit(channel) }
  const contactId = sql`c.contact_id`
  const hasLeft = isListed(unsubscribedContacts(on), contactId)
  const column = addressColumn(channel)
  if (column === null) return factsOfDevices({ ...on, contactId }, hasLeft)
  const address = sql.ref(`c.${column}`)
  return {
    isAddressed: sql`(${address} is not null)`,
    hasLeft,
    isSuppressed: which => isListed(suppressed(on), address, which),
  }
}

/** The conditions that contact `c` has to meet. */
export function contactMatches(filter: ContactFilter): RawBuilder<boolean> {
  const { applicationId, member, search, reach, isTest, ids, device, happened } = filter
  const parts = [sql`c.application_id = ${applicationId}`]
  if (search) parts.push(contactFound(search, 'c'))
  if (member !== undefined) parts.push(member)
  if (reach !== undefined) parts.push(reachIs(reach.status, reachFacts(reach.channel)))
  if (isTest !== undefined) parts.push(isTest ? sql`c.is_test` : sql`not c.is_test`)
  if (ids !== undefined) parts.push(sql`c.contact_id = any(${[...ids]}::uuid[])`)
  if (device !== undefined) parts.push(hasDevice(applicationId, device))
  if (happened?.change === 'added') parts.push(isWithin(sql`c.added_at`, happened))
  if (happened?.change === 'left') parts.push(hasLeft(applicationId, happened))
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** The rule of dashboards/channels/device-queries.ts. */
function hasDevice(applicationId: string, filter: DeviceFilter): RawBuilder<boolean> {
  const { channel, prompt, change, lostBy, ...days } = filter
  const channels = channel === undefined ? ['webpush', 'mobilepush'] : [channel]
  const parts = [sql`v.application_id = ${applicationId} and v.channel = any(${channels}::text[])`]
  if (prompt !== undefined) parts.push(prompt === 'unknown' ? sql`v.prompt is null` : sql`v.prompt = ${prompt}`)
  if (change === undefined) parts.push(sql`v.retired_at is null and v.contact_id = c.contact_id`)
  if (change === 'gained') parts.push(isWithin(sql`v.created_at`, days))
  if (change === 'lost') parts.push(sql`v.retired_at is not null`, isWithin(sql`v.retired_at`, days))
  if (lostBy !== undefined) parts.push(sql`coalesce(v.retired_reason, 'gone') = ${lostBy}`)
  const devices = sql`device v where ${sql.join(parts, sql` and `)}`
  return change === undefined ? sql<boolean>`exists (select 1 from ${devices})` : isAmong(sql`v.contact_id`, devices)
}

/** Left a whole channel then, whether the contact has come back or not. */
function hasLeft(applicationId: string, days: Days): RawBuilder<boolean> {
  const changes = sql`consent_change k where k.application_id = ${applicationId} and k.status = 'unsubscribed' and k.topic_id is null
    and ${isWithin(sql`k.at`, days)}`
  return isAmong(sql`k.contact_id`, changes)
}

/** Read first, by their own index: those to whom something happened on some days are few, and anywhere in the order of the list. */
function isAmong(contactId: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`c.contact_id = any(array(select ${contactId} from ${rows}))`
}

function isWithin(moment: RawBuilder<unknown>, { since, until }: Days): RawBuilder<boolean> {
  return sql<boolean>`${moment} >= coalesce(${since ?? null}::timestamptz, '-infinity')
    and ${moment} < coalesce(${until ?? null}::timestamptz, 'infinity')`
}

/** A part of a list: contacts with a value to sort by, or without. */
export interface ListPart {
  from: RawBuilder<unknown>
  only: RawBuilder<boolean>
  order: RawBuilder<unknown>
}

const CONTACT = sql`contact c`
const ALL = sql<boolean>`true`

/** Each part has exactly the order of an index that covers it: contact_email, contact_name, contact_updated, contact_added. */
export function listParts(sort: ContactSort): ListPart[] {
  const isDescending = sort.startsWith('-')
  const direction = isDescending ? sql`desc` : sql`asc`
  const name = sort.replace('-', '') as 'email' | 'name' | 'added_on' | 'updated_on' | 'last_activity_on'
  const sorted = (column: RawBuilder<unknown>): ListPart[] => [
    { from: CONTACT, only: sql`${column} is not null`, order: sql`${column} ${direction}, c.contact_id ${direction}` },
    { from: CONTACT, only: sql`${column} is null`, order: sql`c.contact_id` },
  ]
  switch (name) {
    case 'added_on':
      return [{ from: CONTACT, only: ALL, order: sql`c.added_at ${direction}, c.contact_id ${direction}` }]
    case 'name':
      return sorted(sql`c.name_key`)
    case 'updated_on':
      return sorted(sql`c.updated_on`)
    case 'email': {
      const [addressed, rest] = sorted(sql`c.email_key`) as [ListPart, ListPart]
      // An address is unique within its application: the id would add nothing but a sort.
      return [{ ...addressed, order: sql`c.email_key ${direction}` }, rest]
    }
    case 'last_activity_on':
      return byActivity(direction)
  }
}

/** The later of the last days on which a contact opened or clicked something. */
export const LAST_ACTIVITY = sql<string | null>`greatest(a.opened_on, a.clicked_on)`

function byActivity(direction: RawBuilder<unknown>): ListPart[] {
  const active = sql`contact_activity a join contact c
    on c.application_id = a.application_id and c.contact_id = a.contact_id`
  return [
    {
      from: active,
      only: sql`${LAST_ACTIVITY} is not null`,
      order: sql`${LAST_ACTIVITY} ${direction}, c.contact_id ${direction}`,
    },
    {
      from: CONTACT,
      only: sql`not exists (select 1 from contact_activity a where a.application_id = c.application_id
        and a.contact_id = c.contact_id and ${LAST_ACTIVITY} is not null)`,
      order: sql`c.contact_id`,
    },
  ]
}

interface Page {
  limit: number
  offset: number
}

/** The contacts of one page, in order. */
export async function selectContactPage(
  db: Db,
  filter: ContactFilter,
  sort: ContactSort,
  page: Page,
): Promise<ContactRow[]> {
  const found: ContactRow[] = []
  let { offset } = page
  for (const part of listParts(sort)) {
    const limit = page.limit - found.length
    if (limit === 0) break
    const rows = await selectPart(db, filter, part, { limit, offset })
    // An earlier part that ends on this page, or on it before, has as many rows as come off the offset of the next.
    const passed = rows.length > 0 || offset === 0 ? offset : await countContacts(db, filter, part)
    offset -= passed
    found.push(...rows)
  }
  return found
}

/** Their ids are found first: the index that has them in order has no other columns. */
async function selectPart(
  db: Db,
  filter: ContactFilter,
  part: ListPart,
  { limit, offset }: Page,
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select ${sql.join(COLUMNS.map(column => sql.ref(`c.${column}`)))}
    from unnest(array(
      select c.contact_id from ${part.from} where ${contactMatches(filter)} and ${part.only}
      order by ${part.order} limit ${limit} offset ${offset}
    )) with ordinality as page(contact_id, no)
    join contact c on c.application_id = ${filter.applicationId} and c.contact_id = page.contact_id
    order by page.no`.execute(db)
  return rows
}

/** How many match; the number of all contacts is known without counting. */
export async function countContacts(db: Db, filter: ContactFilter, part?: ListPart): Promise<number> {
  if (part === undefined && isUnfiltered(filter)) return contactTotal(db, filter.applicationId)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${part?.from ?? CONTACT}
    where ${contactMatches(filter)} and ${part?.only ?? ALL}`.execute(db)
  return rows[0]?.n ?? 0
}

export function isUnfiltered({ applicationId: _, ...narrowed }: ContactFilter): boolean {
  return Object.values(narrowed).every(each => each === undefined || each === '')
}

export async function selectSegmentName(db: Db, applicationId: string, segmentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('segment')
    .where(eb => eb.and({ application_id: applicationId, segment_id: segmentId }))
    .select('name')
    .executeTakeFirst()
  return row?.name
}
