/** SQL of the search over everything. */
import type { Channel } from '@notifly/contracts/applications/applications'
import type { CampaignStatus } from '@notifly/contracts/campaigns/campaigns'
import { FOUND_MAX, type Found } from '@notifly/contracts/search/search'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'
import { contactFound } from '../../people/contacts/contact-search.ts'

/** The application to search, and the text. */
export interface Search {
  applicationId: string
  text: string
}

interface FoundContact {
  contact_id: string
  email: string | null
  first_name: string | null
  last_name: string | null
  phone_number: string | null
}

/**
 * Contacts whose email begins with the text, by the index of emails: an email that is typed or pasted consists of trigrams that most emails
 * have, and a search by them takes longest. Collations that order a few beginnings otherwise leave these to `findContacts`.
 */
export function findContactsByEmail(db: Db, { applicationId, text }: Search): Promise<FoundContact[]> {
  const start = sql`lower(${text})`
  return selectFound(
    db,
    sql`application_id = ${applicationId} and email_key >= ${start} and email_key < ${start} || U&'\\FFFF'
      and starts_with(email_key, ${start}) order by email_key`,
  )
}

/** Any of the matches: sorting would require reading all of them. */
export function findContacts(db: Db, { applicationId, text }: Search): Promise<FoundContact[]> {
  return selectFound(db, sql`application_id = ${applicationId} and ${contactFound(text)}`)
}

async function selectFound(db: Db, which: RawBuilder<unknown>): Promise<FoundContact[]> {
  const { rows } = await sql<FoundContact>`
    select contact_id, email, phone_number, merge_fields ->> 'first_name' as first_name, merge_fields ->> 'last_name' as last_name
    from contact where ${which} limit ${FOUND_MAX}`.execute(db)
  return rows
}

export async function findCampaigns(db: Db, search: Search, channels: readonly Channel[]) {
  const { rows } = await sql<{ uuid: string; name: string; platform: Channel; status: CampaignStatus }>`
    select campaign_id as uuid, name, channel as platform, status from campaign
    where ${named(search)} and channel = any(${sql.val([...channels])}::text[]) ${bestFirst(search)}`.execute(db)
  return rows
}

export async function findSegments(db: Db, search: Search) {
  const { rows } = await sql<{ uuid: string; name: string }>`
    select segment_id as uuid, name from segment where ${named(search)} ${bestFirst(search)}`.execute(db)
  return rows
}

export async function findForms(db: Db, search: Search) {
  const { rows } = await sql<Found['forms'][number]>`
    select form_id as uuid, name from sign_up_form where ${named(search)} ${bestFirst(search)}`.execute(db)
  return rows
}

/** `own`: templates of email, SMS and push. */
export async function findTemplates(db: Db, search: Search, { own, whatsapp }: { own: boolean; whatsapp: boolean }) {
  const { rows } = await sql<Found['templates'][number]>`
    select uuid, name, type from (
      select template_id as uuid, name, type, updated_at from template where ${own}::boolean and ${named(search)}
      union all
      select template_id, name, 'Whatsapp', updated_at from whatsapp_template where ${whatsapp}::boolean and ${named(search)}
    ) as found ${bestFirst(search)}`.execute(db)
  return rows
}

const named = ({ applicationId, text }: Search) =>
  sql`application_id = ${applicationId} and position(lower(${text}) in lower(name)) > 0`

/** Names that start with the text, then the latest. */
const bestFirst = ({ text }: Search) =>
  sql`order by position(lower(${text}) in lower(name)) > 1, updated_at desc limit ${FOUND_MAX}`
