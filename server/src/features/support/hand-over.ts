/** Hands stored tickets over to HubSpot, or mails them to the operator. */
import * as z from 'zod/mini'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers } from '../../jobs/jobs.ts'
import { asError } from '../../lib/as-error.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import type { Mail } from '../../lib/mail/system-mail.ts'
import { operatorMailbox } from '../operator/operator.ts'
import { noteFailure, noteHandedOver, selectOpenTicket, type Ticket } from './queries.ts'
import type { HubspotSetting } from '../../lib/service-settings.ts'
import { callOutside, type OutboundAnswer } from '../../lib/network/outbound.ts'

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

export function supportJobs(deps: Deps): JobHandlers {
  return { [HAND_OVER]: { long: payload => handOverTicket(deps, payload) } }
}

// Creates tickets at HubSpot: `POST /crm/v3/objects/tickets` with a private app's token (scope `tickets`), 201 on success.
// https://developers.hubspot.com/docs/api-reference/crm-tickets-v3/guide

const Created = z.object({ id: z.string() })

/** Refused for good: a token, a pipeline or a stage that HubSpot does not know. Asking again changes nothing. */
class HubspotRefusal extends Error {}

/**
 * Answers HubSpot's id of the new ticket. Throws HubspotRefusal when it will never take it, another error when it is away or
 * busy. HubSpot offers no idempotency for tickets: after a lost answer a second one with the same number may appear.
 */
async function createHubspotTicket(hubspot: HubspotSetting, ticket: Ticket, text: string): Promise<string> {
  const properties = {
    subject: ticket.email,
    content: text,
    hs_pipeline: hubspot.pipeline,
    hs_pipeline_stage: hubspot.stage,
    hs_ticket_priority: ticket.priority,
  }
  const answer = await callOutside(hubspot.ticketsUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${hubspot.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ properties, associations: [] }),
    // The operator named the address.
    isAllowed: () => true,
  })
  if (answer.status === 201) return Created.parse(JSON.parse(answer.text)).id
  const isAway = answer.status === 429 || answer.status >= 500
  throw isAway ? new Error(reasonOf(answer)) : new HubspotRefusal(reasonOf(answer))
}

/** HubSpot's own message, which names no secret; else the status alone. */
function reasonOf({ status, text }: OutboundAnswer): string {
  const said = /"message"\s*:\s*"([^"\\]{1,300})/.exec(text)?.[1]
  return `HubSpot answers ${status}${said === undefined ? '' : `: ${said}`}`
}
