/**
 * Front door of support tickets. A ticket is stored first, so that none is lost; a job then sends it to HubSpot if that is configured, else
 * to the operators' mailbox, and retries until that succeeds.
 */
import type { createTicket as contract } from '@notifly/contracts/support/support'
import type * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import type { Caller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { VERSION } from '../../lib/version.ts'
import { enqueueHandOver } from './hand-over.ts'
import { type About, deleteTickets, insertTicket } from './queries.ts'

type TicketBody = z.output<NonNullable<(typeof contract)['body']>>

/** Stores a ticket, which a job sends, and returns its number. */
export async function createTicket(
  { database, clock }: Deps,
  caller: Caller,
  { properties, about }: TicketBody,
): Promise<number> {
  return database.kysely.transaction().execute(async tx => {
    const no = await insertTicket(
      tx,
      {
        accountId: caller.accountId,
        email: properties.subject,
        priority: properties.hs_ticket_priority,
        content: properties.content,
        about: about === undefined ? {} : aboutOf(caller, about),
      },
      clock.now(),
    )
    await enqueueHandOver(tx, no)
    return no
  })
}

/** Deletes the tickets of an account, when it is erased. */
export function deleteTicketsOf(tx: Db, accountId: string): Promise<void> {
  return deleteTickets(tx, accountId)
}

/** Facts that help support, never contents. */
function aboutOf(
  { applicationId, origin }: Caller,
  { page, request_id: request }: NonNullable<TicketBody['about']>,
): About {
  return {
    Version: VERSION,
    Page: page,
    ...(applicationId !== null && { Application: applicationId }),
    ...(request !== undefined && { Request: request }),
    Browser: origin.userAgent,
  }
}
