/** Carries stored tickets to whoever answers them. */
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { asError } from '../../lib/as-error.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import type { Mail } from '../../lib/mail/system-mail.ts'
import { operatorMailbox } from '../operator/operator.ts'
import { createHubspotTicket, HubspotRefusal } from './hubspot.ts'
import { noteFailure, noteHandedOver, selectOpenTicket, type Ticket } from './queries.ts'

/** Name of the job that hands one ticket over. */
export const HAND_OVER = 'support-ticket'

const Payload = z.object({ ticket_no: z.int() })
const MINUTE_MS = 60_000
const LONGEST_WAIT_MS = 60 * MINUTE_MS

/** Hands a ticket over; where that fails, the same job comes again after 1, 2, 4 minutes and so on, at last every hour. */
export async function handOverTicket(deps: Deps, payload: unknown): Promise<void> {
  const { ticket_no: no } = Payload.parse(payload)
  const db = deps.database.kysely
  const ticket = await selectOpenTicket(db, no)
  if (ticket === undefined) return
  try {
    await handOver(deps, ticket)
  } catch (error) {
    deps.log.error({ err: error, ticket: no }, 'a support ticket could not be handed over; it is tried again')
    const waitMs = Math.min(MINUTE_MS * 2 ** Math.min(ticket.failures, 10), LONGEST_WAIT_MS)
    await db.transaction().execute(async tx => {
      await noteFailure(tx, no, asError(error).message)
      await enqueue(tx, HAND_OVER, { ticket_no: no }, { runAt: new Date(deps.clock.now().getTime() + waitMs) })
    })
  }
}

async function handOver(deps: Deps, ticket: Ticket): Promise<void> {
  const { hubspot } = deps.config.support
  const refusal = hubspot === null ? undefined : await tryHubspot(deps, ticket)
  if (hubspot !== null && refusal === undefined) return
  const to = deps.config.support.mailbox ?? (await operatorMailbox(deps))
  if (to === null) throw new Error(refusal ?? 'set NOTIFLY_SUPPORT_EMAIL, NOTIFLY_OPERATORS or NOTIFLY_HUBSPOT_TOKEN')
  await deps.mail.send(mailOf(ticket, to, refusal))
  await noteHandedOver(deps.database.kysely, ticket.no, { to: 'mail' }, deps.clock.now())
}

/** Answers why HubSpot will never take the ticket; undefined when it has it. */
async function tryHubspot(deps: Deps, ticket: Ticket): Promise<string | undefined> {
  const { hubspot } = deps.config.support
  if (hubspot === null) return undefined
  try {
    const hubspotId = await createHubspotTicket(hubspot, ticket, textOf(ticket))
    await noteHandedOver(deps.database.kysely, ticket.no, { to: 'hubspot', hubspotId }, deps.clock.now())
    return undefined
  } catch (error) {
    if (error instanceof HubspotRefusal) return error.message
    throw error
  }
}

function textOf({ no, content, about }: Ticket): string {
  const facts = Object.entries(about).map(([name, value]) => `${name}: ${value}`)
  return [content, [`Ticket ${no}`, ...facts].join('\n')].filter(part => part !== '').join('\n\n')
}

/** Plain on purpose: a person of the installation's own reads it. */
function mailOf(ticket: Ticket, to: string, refusal: string | undefined): Mail {
  const note = refusal === undefined ? '' : `\n\n${refusal}. Check the HubSpot settings of this installation.`
  const text = `${textOf(ticket)}${note}`
  return {
    to,
    replyTo: ticket.email,
    subject: `Support ticket ${ticket.no} (${ticket.priority}) from ${ticket.email}`,
    text,
    html: `<pre style="font: inherit; white-space: pre-wrap">${escapeHtml(text)}</pre>`,
  }
}
