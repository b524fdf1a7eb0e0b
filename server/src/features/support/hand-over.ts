/** Sends stored tickets to HubSpot, or mails them to the operator. */
import * as z from 'zod/mini'
import type { Db } from '../../db/schema/tables.ts'
import type { Deps } from '../../http/deps.ts'
import { enqueue, type JobHandlers } from '../../jobs/jobs.ts'
import { asError } from '../../lib/as-error.ts'
import { escapeHtml } from '../../lib/liquid/writers.ts'
import type { Mail } from '../../lib/mail/system-mail.ts'
import type { HubspotSetting } from '../../lib/optional-settings.ts'
import { operatorMailbox } from '../operator/operator.ts'
import { createAtHubspot, findAtHubspot, HubspotUnreachable, HubspotRefusal } from './hubspot.ts'
import { beginAttempt, momentIn, noteFailure, noteHandedOver, selectOpenNumbers, type Ticket } from './queries.ts'

/** Name of the job that sends one ticket. */
export const HAND_OVER = 'support-ticket'

const Payload = z.object({ ticket_no: z.int() })
const MINUTE_MS = 60_000
const LONGEST_WAIT_MS = 60 * MINUTE_MS
/** If HubSpot has certainly not got the ticket, there is no search index to wait for. */
const SHORTEST_WAIT_MS = 5000
/** Every start, including the sandbox's, is over by then. */
const START_MS = 5000
/** HubSpot's search finds a new ticket some moments after it was created. */
const SEARCHABLE_MS = MINUTE_MS

/** Adds a job that sends the ticket, at once or after a delay. A ticket has one such job at a time. */
export async function enqueueHandOver(db: Db, no: number, waitMs = 0): Promise<void> {
  const runAt = await momentIn(db, waitMs)
  await enqueue(db, HAND_OVER, { ticket_no: no }, { key: `${HAND_OVER} ${no}`, runAt })
}

/** Retries every open ticket soon, because the product has just started, perhaps with corrected settings. */
export async function handOverOpenTickets({ database: { kysely: db } }: Pick<Deps, 'database'>): Promise<void> {
  for (const no of await selectOpenNumbers(db)) await enqueueHandOver(db, no, START_MS)
}

/** Sends a ticket; after a failure the same job retries after a minute, two, four and so on, finally every hour. */
export async function handOverTicket(deps: Deps, payload: unknown): Promise<void> {
  const { ticket_no: no } = Payload.parse(payload)
  const db = deps.database.kysely
  const now = deps.clock.now()
  const begun = await beginAttempt(db, no, now, SEARCHABLE_MS)
  if (begun === undefined) return
  // Another job is at it, or the last attempt is too young to be found at HubSpot.
  if ('waitMs' in begun) return enqueueHandOver(db, no, begun.waitMs)
  try {
    await handOver(deps, begun.ticket)
  } catch (error) {
    deps.log.error({ err: error, ticket: no }, 'a support ticket could not be handed over; it is tried again')
    // An earlier attempt's doubt is not over because HubSpot could not be asked about it.
    const isSettled = error instanceof HubspotUnreachable && !begun.ticket.isInDoubt
    const firstMs = isSettled ? SHORTEST_WAIT_MS : MINUTE_MS
    const waitMs = Math.min(firstMs * 2 ** Math.min(begun.ticket.failures, 10), LONGEST_WAIT_MS)
    await db.transaction().execute(async tx => {
      await noteFailure(tx, no, { reason: asError(error).message, isSettled })
      await enqueueHandOver(tx, no, waitMs)
    })
  }
}

async function handOver(deps: Deps, ticket: Ticket): Promise<void> {
  const { hubspot, mailbox } = deps.config.support
  const refusal = hubspot === null ? undefined : await tryHubspot(deps, hubspot, ticket)
  if (hubspot !== null && refusal === undefined) return
  const to = mailbox ?? (await operatorMailbox(deps))
  if (to === null) throw new Error(refusal ?? 'set NOTIFLY_SUPPORT_EMAIL, NOTIFLY_OPERATORS or NOTIFLY_HUBSPOT_TOKEN')
  await deps.mail.send(mailOf(ticket, textOf(ticket, deps), to, refusal))
  await noteHandedOver(deps.database.kysely, ticket.no, { to: 'mail' }, deps.clock.now())
}

/** Returns why HubSpot will never accept the ticket; undefined if it has it. */
async function tryHubspot(deps: Deps, hubspot: HubspotSetting, ticket: Ticket): Promise<string | undefined> {
  const { email: subject, priority, createdAt: since } = ticket
  try {
    // HubSpot creates the same ticket as often as it is asked to. So it is asked first whether it has it.
    const known = ticket.isInDoubt
      ? await findAtHubspot(hubspot, { subject, since, mark: markOf(ticket, deps) })
      : undefined
    const hubspotId = known ?? (await createAtHubspot(hubspot, { subject, priority, content: textOf(ticket, deps) }))
    await noteHandedOver(deps.database.kysely, ticket.no, { to: 'hubspot', hubspotId }, deps.clock.now())
    return undefined
  } catch (error) {
    if (error instanceof HubspotRefusal) return error.message
    throw error
  }
}

/** The line that identifies a ticket, even if several installations share a HubSpot account. */
function markOf({ no }: Ticket, { config }: Pick<Deps, 'config'>): string {
  return `Ticket ${no} of ${config.publicUrl}`
}

function textOf(ticket: Ticket, deps: Pick<Deps, 'config'>): string {
  const facts = Object.entries(ticket.about).map(([name, value]) => `${name}: ${value}`)
  return [ticket.content, [markOf(ticket, deps), ...facts].join('\n')].filter(part => part !== '').join('\n\n')
}

/** Plain on purpose: the installation's own staff read it. */
function mailOf(ticket: Ticket, words: string, to: string, refusal: string | undefined): Mail {
  const note = refusal === undefined ? '' : `\n\n${refusal}. Check the HubSpot settings of this installation.`
  const text = `${words}${note}`
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
