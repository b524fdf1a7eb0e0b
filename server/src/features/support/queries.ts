/** SQL of support tickets. */
import { sql } from 'kysely'
import type { Db } from '../../db/schema/tables.ts'

/** Where the person was when they wrote, in the order in which it is shown. */
export type About = Readonly<Record<string, string>>

export interface Ticket {
  no: number
  email: string
  priority: string
  content: string
  about: About
  failures: number
  createdAt: Date
  /** An earlier attempt got no answer that settles it: HubSpot may have the ticket. */
  isInDoubt: boolean
}

/** Retried at a start; further ones wait for their own time. */
const OPEN_MAX = 1000

interface NewTicket extends Pick<Ticket, 'email' | 'priority' | 'content' | 'about'> {
  accountId: string
}

/** Returns its number. */
export async function insertTicket(db: Db, ticket: NewTicket, now: Date): Promise<number> {
  const { accountId, email, priority, content, about } = ticket
  const row = await db
    .insertInto('support_ticket')
    .values({ account_id: accountId, email, priority, content, about: JSON.stringify(about), created_at: now })
    .returning('ticket_no')
    .executeTakeFirstOrThrow()
  return row.ticket_no
}

/** An attempt at a ticket that is still open, or how long to wait before the next one. */
export type Attempt = { ticket: Ticket } | { waitMs: number }

/**
 * Starts an attempt, which keeps other processes from the ticket for `forMs`. While an earlier attempt may still be running, returns how
 * long to wait. Undefined once the ticket is sent, or deleted.
 */
export async function beginAttempt(db: Db, no: number, now: Date, forMs: number): Promise<Attempt | undefined> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('support_ticket')
      .where('ticket_no', '=', no)
      .where('handed_over_at', 'is', null)
      .select(['email', 'priority', 'content', 'about', 'failures', 'created_at', 'tried_at'])
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { about, created_at: createdAt, tried_at: triedAt, ...rest } = row
    const waitMs = (triedAt?.getTime() ?? 0) + forMs - now.getTime()
    if (waitMs > 0) return { waitMs }
    await tx.updateTable('support_ticket').where('ticket_no', '=', no).set({ tried_at: now }).execute()
    return { ticket: { no, ...rest, about: about as About, createdAt, isInDoubt: triedAt !== null } }
  })
}

/** A time of the database's clock, which the job queue uses. */
export async function momentIn(db: Db, waitMs: number): Promise<Date> {
  const { at } = await db
    .selectNoFrom(sql<Date>`now() + ${waitMs} * interval '1 millisecond'`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}

export async function selectOpenNumbers(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('support_ticket')
    .where('handed_over_at', 'is', null)
    .select('ticket_no')
    .orderBy('created_at')
    .limit(OPEN_MAX)
    .execute()
  return rows.map(({ ticket_no: no }) => no)
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

/** `isSettled`: the other side has certainly not accepted the ticket. */
export async function noteFailure(
  db: Db,
  no: number,
  { reason, isSettled }: { reason: string; isSettled: boolean },
): Promise<void> {
  await db
    .updateTable('support_ticket')
    .where('ticket_no', '=', no)
    .set({ failures: sql`failures + 1`, last_failure: reason, ...(isSettled && { tried_at: null }) })
    .execute()
}

export async function deleteTickets(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('support_ticket').where('account_id', '=', accountId).execute()
}
