/** SQL of support tickets. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** What support should know of where the person was, in the order in which it is shown. */
export type About = Readonly<Record<string, string>>

export interface Ticket {
  no: number
  email: string
  priority: string
  content: string
  about: About
  failures: number
}

interface NewTicket extends Omit<Ticket, 'no' | 'failures'> {
  accountId: string
}

/** Answers its number. */
export async function insertTicket(db: Db, ticket: NewTicket, now: Date): Promise<number> {
  const { accountId, email, priority, content, about } = ticket
  const row = await db
    .insertInto('support_ticket')
    .values({ account_id: accountId, email, priority, content, about: JSON.stringify(about), created_at: now })
    .returning('ticket_no')
    .executeTakeFirstOrThrow()
  return row.ticket_no
}

/** A ticket that is still to be handed over. */
export async function selectOpenTicket(db: Db, no: number): Promise<Ticket | undefined> {
  const row = await db
    .selectFrom('support_ticket')
    .where('ticket_no', '=', no)
    .where('handed_over_at', 'is', null)
    .select(['email', 'priority', 'content', 'about', 'failures'])
    .executeTakeFirst()
  return row && { no, ...row, about: row.about as About }
}

export async function noteHandedOver(
  db: Db,
  no: number,
  { to, hubspotId = null }: { to: 'hubspot' | 'mail'; hubspotId?: string | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('support_ticket')
    .where('ticket_no', '=', no)
    .set({ handed_over_at: now, handed_over_to: to, hubspot_id: hubspotId })
    .execute()
}

export async function noteFailure(db: Db, no: number, reason: string): Promise<void> {
  await db
    .updateTable('support_ticket')
    .where('ticket_no', '=', no)
    .set({ failures: sql`failures + 1`, last_failure: reason })
    .execute()
}

export async function deleteTickets(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('support_ticket').where('account_id', '=', accountId).execute()
}
