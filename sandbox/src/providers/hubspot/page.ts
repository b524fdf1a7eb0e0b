import { dialForm, dialPanel, seedPanel } from '../../page/dial-panel.ts'
import { dialRows, temporaryFailures } from '../../page/dial-rows.ts'
import { formPage, specialsPanel } from '../../page/form-page.ts'
import { counted, fullTime, timeOf } from '../../page/formats.ts'
import { html, type Html } from '../../page/html.ts'
import type { HubspotDials } from './dials.ts'
import type { Ticket } from './state.ts'

export interface HubspotPage {
  /** Newest first. */
  tickets: readonly Ticket[]
  /** Id of the ticket that is shown in full. */
  open: string | undefined
  dials: Readonly<HubspotDials>
  nowMs: number
}

/** The tickets, and HubSpot's dials. The script replaces the marked part. */
export function hubspotBody(page: HubspotPage): Html {
  return formPage({
    title: 'HubSpot',
    sub: 'Support tickets as a support team gets them.',
    status: html`<p class="saved" role="status" data-saved></p>`,
    panels: html`<section class="panel" data-part="requests">${ticketList(page)}</section>
      ${hubspotDials(page.dials, 'dials')}`,
    aside: html`${tokenPanel()}`,
  })
}

function ticketList({ tickets, open, nowMs }: HubspotPage): Html {
  return html`<header>
      <h2>Tickets</h2>
      <span class="muted end">${counted(tickets.length, 'ticket')}</span>
      ${
        tickets.length > 0 &&
        html`<form method="post" action="/hubspot"><button class="btn sm" name="clear">Clear</button></form>`
      }
    </header>
    ${
      tickets.length === 0
        ? html`<p>Nothing yet. Tickets appear here once NOTIFLY_HUBSPOT_TOKEN is set.</p>`
        : html`<ol>
            ${tickets.map(
              ticket =>
                html`<li>${row(ticket, ticket.id === open, nowMs)}${ticket.id === open && fullTicket(ticket)}</li>`,
            )}
          </ol>`
    }`
}

function row({ id, properties, at_ms: atMs }: Ticket, isOpen: boolean, nowMs: number): Html {
  const { subject = '', content = '', hs_ticket_priority: priority = '' } = properties
  return html`<a class="row" href="${isOpen ? '/hubspot' : `/hubspot?id=${id}`}" ${isOpen && html`aria-current="true"`}>
    <span class="line"><span class="to trunc">${subject}</span>${timeOf(atMs, nowMs)}</span>
    <span class="line">
      <span class="snippet grow trunc">${content}</span>
      ${priority !== '' && html`<span class="badge ${priority === 'LOW' ? '' : 'mellow'}">${priority}</span>`}
    </span>
  </a>`
}

function fullTicket({ id, properties, at_ms: atMs }: Ticket): Html {
  const { content = '', ...others } = properties
  return html`<div class="request">
    <p class="muted num">${fullTime(atMs)} · ${id}</p>
    <dl class="sent">
      ${Object.entries(others).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd class="mono wrap">${value}</dd>`,
      )}
    </dl>
    <pre class="wrap" tabindex="0" aria-label="Content">${content}</pre>
  </div>`
}

function tokenPanel(): Html {
  return specialsPanel(
    'Tokens',
    { refused: 'Not known: 401.', 'no-scope': 'Without the scope for tickets: 403.' },
    'Any other token works. It is set as NOTIFLY_HUBSPOT_TOKEN.',
  )
}

const ROWS = dialRows({
  latency_ms: { label: 'Latency', help: 'Delay before each response. Notifly waits 10 seconds.', most: 15_000 },
  throttle_rate: temporaryFailures('429 with the policy’s name.'),
  error_rate: temporaryFailures('503.'),
  down_rate: { label: 'Unreachable', help: 'The connection is closed and nothing is done.' },
  lost_rate: { label: 'Lost responses', help: 'The ticket is created, then the connection is closed.' },
})
const CHANCE = 'Which requests fail depends on seed and ticket only.'

/** The dials. `id` distinguishes them from others on the same page. */
export function hubspotDials(dials: Readonly<HubspotDials>, id: string): Html {
  const common = { dials, idPrefix: `${id}-` }
  return dialForm(id, '/api/faults/hubspot', [
    dialPanel({ ...common, title: 'HubSpot', unit: 'share of requests', rows: ROWS }),
    seedPanel(dials.seed, CHANCE, common.idPrefix),
  ])
}
