/**
 * Tickets at HubSpot, with a private app's token (scope `tickets`).
 * https://developers.hubspot.com/docs/api-reference/crm-tickets-v3/guide
 * https://developers.hubspot.com/docs/api-reference/2026-03/crm/search-the-crm
 */
import * as z from 'zod/mini'
import type { HubspotSetting } from '../../lib/optional-settings.ts'
import { callOutside, type OutboundAnswer } from '../../lib/network/outbound.ts'

export interface HubspotTicket {
  subject: string
  content: string
  priority: string
}

/** Refused permanently: a token, a pipeline or a stage that HubSpot does not know. A retry changes nothing. */
export class HubspotRefusal extends Error {}

/** HubSpot is unreachable or overloaded: it has certainly not accepted the ticket. */
export class HubspotUnreachable extends Error {}

const Created = z.object({ id: z.string() })

/** Returns HubSpot's id of the new ticket. Throws HubspotRefusal, HubspotUnreachable, or any other error if the ticket may exist or not. */
export async function createAtHubspot(
  setting: HubspotSetting,
  { subject, content, priority }: HubspotTicket,
): Promise<string> {
  const answer = await post(setting, setting.ticketsUrl, {
    properties: {
      subject,
      content,
      hs_pipeline: setting.pipeline,
      hs_pipeline_stage: setting.stage,
      hs_ticket_priority: priority,
    },
    associations: [],
  })
  if (answer.status !== 201) throw failureOf(answer)
  return Created.parse(JSON.parse(answer.text)).id
}

const Found = z.object({
  results: z.array(z.object({ id: z.string(), properties: z.object({ content: z.nullish(z.string()) }) })),
})

interface TicketSearch {
  subject: string
  /** When the ticket was stored here; HubSpot's clock may be somewhat behind ours. */
  since: Date
  /** A line of its content that no other ticket has. */
  mark: string
}

const CLOCKS_DIFFER_MS = 10 * 60_000
/** The most results of a search. One person sends five tickets an hour at most. */
const RESULTS_MAX = 100

/**
 * Returns the id of a ticket that an earlier attempt created whose response was lost; undefined if HubSpot has none. Throws like creating.
 */
export async function findAtHubspot(
  setting: HubspotSetting,
  { subject, since, mark }: TicketSearch,
): Promise<string | undefined> {
  const from = String(since.getTime() - CLOCKS_DIFFER_MS)
  const answer = await post(setting, `${setting.ticketsUrl}/search`, {
    filterGroups: [
      {
        filters: [
          { propertyName: 'subject', operator: 'EQ', value: subject },
          { propertyName: 'createdate', operator: 'GTE', value: from },
        ],
      },
    ],
    sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
    properties: ['content'],
    limit: RESULTS_MAX,
  })
  if (answer.status !== 200) throw failureOf(answer)
  const { results } = Found.parse(JSON.parse(answer.text))
  return results.find(({ properties }) => properties.content?.split('\n').includes(mark) === true)?.id
}

/** Failures before a connection was established. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function post({ token }: HubspotSetting, url: string, body: object): Promise<OutboundAnswer> {
  return callOutside(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The operator named the address.
    isAllowed: () => true,
  }).catch((error: NodeJS.ErrnoException) => {
    throw UNREACHED.has(error.code ?? '') ? new HubspotUnreachable(error.message) : error
  })
}

/** With HubSpot's own message, which contains no secret; else only the status. */
function failureOf({ status, text }: OutboundAnswer): Error {
  const said = /"message"\s*:\s*"([^"\\]{1,300})/.exec(text)?.[1]
  const words = `HubSpot answers ${status}${said === undefined ? '' : `: ${said}`}`
  if (status === 429) return new HubspotUnreachable(words)
  return status >= 500 ? new Error(words) : new HubspotRefusal(words)
}
