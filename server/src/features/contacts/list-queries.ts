/** SQL of the list of contacts: whom it shows, in which order, and one page of that. */
import type { ContactSort } from '@notifly/contracts/contacts/audience'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { contactFound } from '../../people/contacts/contact-search.ts'
import { contactTotal } from '../../people/contacts/contact-total.ts'
import type { Tables } from '../../db/schema/tables.ts'

type Db = Kysely<Tables>

export type Reachability = 'reachable' | 'unsubscribed' | 'suppressed' | 'no_address'

export interface ContactFilter {
  applicationId: string
  /** What says whether contact `c` is a member of the segment asked for. */
  member?: RawBuilder<boolean> | undefined
  search?: string | undefined
  reachability?: Reachability | undefined
  isTest?: boolean | undefined
  ids?: readonly string[] | undefined
}

const hasLeft = sql<boolean>`exists (select from consent k where k.application_id = c.application_id
  and k.contact_id = c.contact_id and k.channel = 'email' and k.status = 'unsubscribed')`
const isListed = (reasons: RawBuilder<unknown>) => sql<boolean>`exists (select from suppression s
  where s.application_id = c.application_id and s.channel = 'email' and s.address_key = c.email_key and ${reasons})`

/** The same as `emailReach` of contacts.ts says, row by row. */
const REACHABLE: Readonly<Record<Reachability, RawBuilder<boolean>>> = {
  no_address: sql<boolean>`c.email_key is null`,
  unsubscribed: sql<boolean>`(c.email_key is not null and (${hasLeft} or ${isListed(sql`s.reason = 'unsubscribe'`)}))`,
  suppressed: sql<boolean>`(c.email_key is not null and not ${hasLeft} and ${isListed(sql`s.reason <> 'unsubscribe'`)})`,
  reachable: sql<boolean>`(c.email_key is not null and not ${hasLeft} and not ${isListed(sql`true`)})`,
}

/** What contact `c` has to fulfil. */
export function contactMatches(filter: ContactFilter): RawBuilder<boolean> {
  const { applicationId, member, search, reachability, isTest, ids } = filter
  const parts = [sql`c.application_id = ${applicationId}`]
  if (search) parts.push(contactFound(search, 'c'))
  if (member !== undefined) parts.push(member)
  if (reachability !== undefined) parts.push(REACHABLE[reachability])
  if (isTest !== undefined) parts.push(isTest ? sql`c.is_test` : sql`not c.is_test`)
  if (ids !== undefined) parts.push(sql`c.contact_id = any(${[...ids]}::uuid[])`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** A part of a list: those that have what it is sorted by, or those that have not. */
export interface ListPart {
  from: RawBuilder<unknown>
  only: RawBuilder<boolean>
  order: RawBuilder<unknown>
}

const CONTACT = sql`contact c`
const ALL = sql<boolean>`true`

/** Each part is in the very order of an index that has all it needs: contact_email, contact_name, contact_updated, contact_added. */
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

/** The later of the last days on which a contact opened and clicked something. */
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
      only: sql`not exists (select from contact_activity a where a.application_id = c.application_id
        and a.contact_id = c.contact_id and ${LAST_ACTIVITY} is not null)`,
      order: sql`c.contact_id`,
    },
  ]
}

interface Page {
  limit: number
  offset: number
}

/** Ids of one page, in order. */
export async function selectContactIds(
  db: Db,
  filter: ContactFilter,
  sort: ContactSort,
  page: Page,
): Promise<string[]> {
  const found: string[] = []
  let { offset } = page
  for (const part of listParts(sort)) {
    const limit = page.limit - found.length
    if (limit === 0) break
    const ids = await selectPart(db, filter, part, { limit, offset })
    // An earlier part that ends on this page, or on it before, has as many rows as come off the offset of the next.
    const passed = ids.length > 0 || offset === 0 ? offset : await countContacts(db, filter, part)
    offset -= passed
    found.push(...ids)
  }
  return found
}

async function selectPart(db: Db, filter: ContactFilter, part: ListPart, { limit, offset }: Page): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select c.contact_id from ${part.from} where ${contactMatches(filter)} and ${part.only}
    order by ${part.order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(row => row.contact_id)
}

/** How many match; of everybody that is known without looking. */
export async function countContacts(db: Db, filter: ContactFilter, part?: ListPart): Promise<number> {
  if (part === undefined && isEverybody(filter)) return contactTotal(db, filter.applicationId)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${part?.from ?? CONTACT}
    where ${contactMatches(filter)} and ${part?.only ?? ALL}`.execute(db)
  return rows[0]?.n ?? 0
}

function isEverybody({ applicationId: _, ...narrowed }: ContactFilter): boolean {
  return Object.values(narrowed).every(each => each === undefined || each === '')
}
