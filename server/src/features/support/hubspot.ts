/**
 * Creates tickets at HubSpot: `POST /crm/v3/objects/tickets` with a private app's token (scope `tickets`), 201 on success.
 * https://developers.hubspot.com/docs/api-reference/crm-tickets-v3/guide
 */
import * as z from 'zod/mini'
import type { HubspotSetting } from '../../config.ts'
import { callOutside, type OutboundAnswer } from '../../lib/network/outbound.ts'
import type { Ticket } from './queries.ts'

const Created = z.object({ id: z.string() })

/** Refused for good: a token, a pipeline or a stage that HubSpot does not know. Asking again changes nothing. */
export class HubspotRefusal extends Error {}

/**
 * Answers HubSpot's id of the new ticket. Throws HubspotRefusal when it will never take it, another error when it is away or
 * busy. HubSpot offers no idempotency for tickets: after a lost answer a second one with the same number may appear.
 */
export async function createHubspotTicket(hubspot: HubspotSetting, ticket: Ticket, text: string): Promise<string> {
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
