import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import { CONTACT_FIELD_COLUMNS } from '../../lib/contact-fields.ts'

type Db = Kysely<Tables>

const COLUMNS = [...CONTACT_FIELD_COLUMNS, 'email_key', 'added_at'] as const

/** The expression of the index `contact_search`, letter for letter: in another form the index would not serve. */
const SEARCHED = sql`(coalesce(email_key, '') || ' ' || lower(coalesce(external_user_id, '')) || ' ' || coalesce(phone_number, '') || ' '
    || lower(coalesce(merge_fields ->> 'first_name', '')) || ' ' || lower(coalesce(merge_fields ->> 'last_name', '')))`

export interface ContactFilter {
  applicationId: string
  segmentId?: string | undefined
  search?: string | undefined
}

/** Those by time are in the very form of the index `contact_added`. */
const ORDERS = {
  email: sql`email_key asc nulls last`,
  '-email': sql`email_key desc nulls last`,
  added_on: sql`added_at asc`,
  '-added_on': sql`added_at desc`,
} as const
export type ContactSort = keyof typeof ORDERS

/** Contacts that match; without its order and page. */
function matching(db: Db, filter: ContactFilter) {
  const { applicationId, segmentId, search } = filter
  return db
    .selectFrom('contact')
    .where('contact.application_id', '=', applicationId)
    .$if(segmentId !== undefined, query =>
      query.where('contact_id', 'in', members =>
        members
          .selectFrom('segment_member')
          .where('application_id', '=', applicationId)
          .where('segment_id', '=', segmentId ?? '')
          .select('contact_id'),
      ),
    )
    .$if(Boolean(search), query => query.where(found(search ?? '')))
}

/** From three characters on anywhere in the text; shorter ones at the start of a word, where trigrams still help. */
function found(search: string): RawBuilder<boolean> {
  const term = search.toLowerCase().replace(/[\\%_]/g, '\\$&')
  if ([...search].length >= 3) return sql<boolean>`${SEARCHED} like ${`%${term}%`}`
  return sql<boolean>`(${SEARCHED} like ${`${term}%`} or ${SEARCHED} like ${`% ${term}%`})`
}

export function selectContacts(
  db: Db,
  filter: ContactFilter,
  sort: ContactSort,
  page: { limit: number; offset: number },
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return matching(db, filter)
    .select(COLUMNS)
    .orderBy(ORDERS[sort])
    .orderBy('contact_id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countContacts(db: Db, filter: ContactFilter): Promise<number> {
  const { n } = await matching(db, filter)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export function selectContact(db: Db, applicationId: string, contactId: string) {
  return matching(db, { applicationId }).where('contact_id', '=', contactId).select(COLUMNS).executeTakeFirst()
}

export type ContactRow = NonNullable<Awaited<ReturnType<typeof selectContact>>>

export function selectSegmentsOf(db: Db, applicationId: string, contactIds: string[]) {
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

export function selectConsents(db: Db, applicationId: string, contactIds: string[]) {
  return db
    .selectFrom('consent')
    .where('application_id', '=', applicationId)
    .where('contact_id', 'in', contactIds)
    .select(['contact_id', 'channel', 'status', 'source', 'since'])
    .execute()
}

export function selectSuppressions(db: Db, applicationId: string, channel: string, addressKeys: string[]) {
  return db
    .selectFrom('suppression')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address_key', 'in', addressKeys)
    .select(['address_key', 'reason', 'created_at'])
    .execute()
}
