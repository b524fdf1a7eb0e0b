/** SQL that removes a person from what was sent: addresses and answers are deleted, states and counts stay. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Every address to which messages for the contact were sent. */
export async function selectAddressesOf(db: Db, applicationId: string, contactId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .where(eb => eb.and({ application_id: applicationId, contact_id: contactId }))
    .where('address', '!=', '')
    .select('address')
    .distinct()
    .execute()
  return rows.map(row => row.address)
}

/**
 * Empties the single messages to the contact and those to one of these addresses, and removes the addresses from copies. Returns the ids
 * that deliveries of messages without a contact, and of copies, have in place of a contact.
 */
async function eraseMessages(
  db: Db,
  applicationId: string,
  contactId: string,
  addresses: readonly string[],
): Promise<{ emptied: string[]; copied: string[] }> {
  const own = sql`${[...addresses]}::text[]`
  const { rows: emptied } = await sql<{ id: string }>`
    update message set receiver = '', copies = null, data = null, metadata = null, tags = null, idempotency_key = null
    where application_id = ${applicationId} and receiver = any (${[contactId, ...addresses]}::text[])
    returning message_id as id`.execute(db)
  const { rows: copied } = await sql<{ id: string }>`
    update message set data = data - 'cc', copies = nullif(array(select unnest(copies) except select unnest(${own})), '{}')
    where application_id = ${applicationId} and copies && ${own} returning message_id as id`.execute(db)
  const ids = emptied.map(({ id }) => id)
  await sql`delete from message_tag where application_id = ${applicationId} and message_id = any (${ids}::uuid[])`.execute(
    db,
  )
  return { emptied: ids, copied: copied.map(({ id }) => id) }
}

/** Keeps only what figures are made of. Uses IMMUTABLE functions alone, since an update of distributed rows accepts no others. */
const KEPT_DETAIL = sql`nullif(jsonb_strip_nulls(coalesce(jsonb_set('{}', '{link}', e.detail -> 'link'), '{}')
  || coalesce(jsonb_set('{}', '{bot_reason}', e.detail -> 'bot_reason'), '{}')), '{}')`

/**
 * Removes what deliveries to the contact say about the person. Messages that still wait are not sent: the contact no longer exists by then.
 */
export async function eraseRecipient(
  db: Db,
  applicationId: string,
  contactId: string,
  addresses: readonly string[],
): Promise<void> {
  const { emptied, copied } = await eraseMessages(db, applicationId, contactId, addresses)
  const isMine = sql`application_id = ${applicationId} and (contact_id = any (${[contactId, ...emptied]}::uuid[])
    or (contact_id = any (${copied}::uuid[]) and address = any (${[...addresses]}::text[])))`
  const mine = sql`select run_id, seq from delivery where ${isMine}`
  await sql`
    update attempt t set answer = null from (${mine}) d
    where t.application_id = ${applicationId} and t.run_id = d.run_id and t.seq = d.seq and t.answer is not null`.execute(
    db,
  )
  await sql`
    update event e set detail = ${KEPT_DETAIL} from (${mine}) d
    where e.application_id = ${applicationId} and e.run_id = d.run_id and e.seq = d.seq and e.detail is not null`.execute(
    db,
  )
  await sql`
    with d as materialized (${mine}) delete from waiting_hit w using d
    where w.application_id = ${applicationId} and w.run_id = d.run_id and w.seq = d.seq`.execute(db)
  await sql`
    update delivery set address = '' where ${isMine} and address <> ''`.execute(db)
  await db
    .deleteFrom('whatsapp_session')
    .where('application_id', '=', applicationId)
    .where('phone', 'in', ['', ...addresses])
    .execute()
  for (const address of addresses) {
    // Reports contain whole emails and calls: those with the address are emptied, and only the fact that they came is kept. Numbers
    // are written there in many ways, with and without a plus sign.
    const sought = address.toLowerCase().replace(/^\+/, '')
    await sql`
      update report set raw = '', call = null, error = null, next_try_at = null where application_id = ${applicationId}
        and (position(${sought} in lower(encode(raw, 'escape'))) > 0 or position(${sought} in lower(call::text)) > 0)`.execute(
      db,
    )
  }
}

/** Removes addresses from what providers said when a whole channel failed. */
export async function eraseAnswers(db: Db, applicationId: string, addresses: readonly string[]): Promise<void> {
  const places = [
    ['channel_configuration', 'failure'],
    ['lane', 'blocked_reason'],
    ['run', 'state_reason'],
  ] as const
  for (const [table, column] of places) {
    for (const address of addresses) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = '…'
        where application_id = ${applicationId} and position(lower(${address}) in lower(${sql.ref(column)})) > 0`.execute(
        db,
      )
    }
  }
}
