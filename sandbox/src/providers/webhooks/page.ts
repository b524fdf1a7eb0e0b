import { dialForm, dialPanel, seedPanel } from '../../page/dial-panel.ts'
import { dialRows, temporaryFailures } from '../../page/dial-rows.ts'
import { formPage, textField } from '../../page/form-page.ts'
import { counted, fileSize, fullTime, timeOf } from '../../page/formats.ts'
import { html, type Html } from '../../page/html.ts'
import { readJson } from '../../json.ts'
import type { WebhookDials } from './dials.ts'
import { headerOf, type Received } from './received.ts'
import { shortSecret } from './state.ts'
import { type Verdict, verdictOf } from './verify.ts'

export interface WebhooksPage {
  /** An example address for requests. */
  address: string
  /** Newest first. */
  received: readonly Received[]
  /** Id of the request that is shown in full. */
  open: number | undefined
  secrets: readonly string[]
  dials: Readonly<WebhookDials>
  problem: string | undefined
  nowMs: number
}

/** Received requests, the endpoint's dials, and its secrets. The script replaces the marked part. */
export function webhooksBody(page: WebhooksPage): Html {
  return formPage({
    title: 'Webhooks',
    sub: 'A customer’s endpoint. It shows what Notifly tells it.',
    status: html`<p class="saved" role="status" data-saved></p>`,
    problem: page.problem,
    panels: html`<section class="panel" data-part="requests">${requests(page)}</section>
      ${webhookDials(page.dials, 'dials')}`,
    aside: html`${addressPanel(page)}${secretPanel(page)}`,
  })
}

/** The page's limit; the API returns all that are stored. */
const LISTED_MAX = 50

function requests({ received, open, secrets, nowMs }: WebhooksPage): Html {
  const listed = received.filter(({ id }, index) => index < LISTED_MAX || id === open)
  return html`<header>
      <h2>Requests</h2>
      <span class="muted end"
        >${received.length > LISTED_MAX && `newest ${LISTED_MAX} of `}${counted(received.length, 'request')}</span
      >
      ${
        received.length > 0 &&
        html`<form method="post" action="/webhooks"><button class="btn sm" name="clear">Clear</button></form>`
      }
    </header>
    ${
      received.length === 0
        ? html`<p>Nothing yet. Requests to the address appear here as they arrive.</p>`
        : html`<ol>
            ${listed.map(each => {
              const isAgain = received.some(other => other.id < each.id && isSameEvent(other, each))
              const words = { verdict: verdictOf(each, secrets), isAgain, nowMs }
              return html`<li>${row(each, words, each.id === open)}${each.id === open && fullRequest(each)}</li>`
            })}
          </ol>`
    }`
}

function isSameEvent(one: Received, other: Received): boolean {
  const id = headerOf(one, 'webhook-id')
  return id !== '' && id === headerOf(other, 'webhook-id')
}

const VERDICTS: Record<Verdict, readonly [tone: string, words: string]> = {
  verified: ['good', 'Verified'],
  unchecked: ['', 'Not checked'],
  unsigned: ['bad', 'Not signed'],
  wrong: ['bad', 'Wrong signature'],
  late: ['bad', 'Too old'],
}

function row(
  request: Received,
  { verdict, isAgain, nowMs }: { verdict: Verdict; isAgain: boolean; nowMs: number },
  isOpen: boolean,
): Html {
  const { id, path, answered, atMs } = request
  const [tone, words] = VERDICTS[verdict]
  return html`<a
    class="row"
    href="${isOpen ? '/webhooks' : `/webhooks?id=${id}`}"
    ${isOpen && html`aria-current="true"`}
  >
    <span class="line"><span class="to mono trunc">${typeOf(request)}</span>${timeOf(atMs, nowMs)}</span>
    <span class="line">
      <span class="snippet grow trunc">${path}</span>
      ${isAgain && html`<span class="badge">Again</span>`}
      <span class="badge ${tone}">${words}</span>
      <span class="badge ${answered === 200 ? '' : 'mellow'}">${answered === 'silence' ? 'No answer' : answered}</span>
    </span>
  </a>`
}

function typeOf({ body }: Received): string {
  const content = readJson(body.toString())
  const type = typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined
  return typeof type === 'string' ? type : 'No event'
}

function fullRequest({ atMs, headers, body }: Received): Html {
  const text = body.toString()
  const content = readJson(text)
  return html`<div class="request">
    <p class="muted num">${fullTime(atMs)} · ${fileSize(body.length)}</p>
    <dl class="sent">
      ${headers.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd class="mono wrap">${value}</dd>`,
      )}
    </dl>
    <pre class="mono wrap" tabindex="0" aria-label="Body">
${content === undefined ? text : JSON.stringify(content, null, 2)}</pre>
  </div>`
}

function addressPanel({ address }: WebhooksPage): Html {
  return html`<section class="panel">
    <header><h2>Address</h2></header>
    <p><code class="wrap">${address}</code></p>
    <footer>Any other path below /webhooks/ works, too.</footer>
  </section>`
}

function secretPanel({ secrets }: WebhooksPage): Html {
  const help = 'Notifly shows it when you create the webhook.'
  return html`<section class="panel">
    <header><h2>Secrets</h2></header>
    <form class="fields" method="post" action="/webhooks">
      ${textField({ name: 'secret', label: 'Secret of a webhook', value: '', help, placeholder: 'whsec_', maxLength: 200 })}
      <p class="actions"><button class="btn">Add</button></p>
    </form>
    ${
      secrets.length > 0 &&
      html`<ul class="entries set">
        ${secrets.map(shortSecret).map(
          shown =>
            html`<li>
              <span class="words mono">${shown}</span>
              <form method="post" action="/webhooks">
                <button class="btn sm" name="remove" value="${shown}" aria-label="Remove ${shown}">Remove</button>
              </form>
            </li>`,
        )}
      </ul>`
    }
  </section>`
}

const ANSWERS = dialRows({
  latency_ms: { label: 'Latency', help: 'Delay before each response. Notifly waits 15 seconds.', most: 20_000 },
  error_rate: temporaryFailures('500.'),
})
const NEXT = dialRows({
  silent_next: { label: 'Silence', help: 'No response at all.', most: 100 },
  error_next: { label: 'Errors', help: '500.', most: 100 },
  redirect_next: { label: 'Redirects', help: '307, which Notifly doesn’t follow.', most: 100 },
  gone_next: { label: 'Gone', help: '410: Notifly turns the webhook off.', most: 100 },
})
const CHANCE = 'Which requests fail depends on seed and webhook-id only.'

/** The dials. `id` distinguishes them from others on the same page. */
export function webhookDials(dials: Readonly<WebhookDials>, id: string): Html {
  const common = { dials, idPrefix: `${id}-` }
  return dialForm(id, '/api/faults/webhooks', [
    dialPanel({ ...common, title: 'Webhooks: answers', unit: 'share of requests', rows: ANSWERS }),
    dialPanel({ ...common, title: 'Webhooks: next requests', unit: 'number of requests', rows: NEXT }),
    seedPanel(dials.seed, CHANCE, common.idPrefix),
  ])
}
