import { counted, fileSize, fullTime, timeOf } from '../../../page/formats.ts'
import { html, type Html } from '../../../page/html.ts'
import { readJson } from '../../../json.ts'
import type { Fate, SentWebhook } from '../events.ts'

interface SentList {
  sent: readonly SentWebhook[]
  /** Id of the webhook that is shown in full. */
  open?: string | undefined
  nowMs: number
}

/** The page's limit; the API returns all that are stored. */
export const LISTED_MAX = 20

const FATES: Record<Fate, readonly [tone: string, words: string]> = {
  waiting: ['mellow', 'On its way'],
  taken: ['good', 'Taken'],
  'given up': ['bad', 'Given up'],
  lost: ['mellow', 'Lost'],
  unset: ['mellow', 'No address'],
}

/** Webhooks that were sent, with their responses. */
export function webhooksPanel({ sent, open, nowMs }: SentList): Html {
  const listed = sent.filter(({ id }, index) => index < LISTED_MAX || id === open)
  return html`<header>
      <h2>Webhooks sent</h2>
      <span class="muted end">${listedOf(sent.length, 'webhook')}</span>
    </header>
    ${
      sent.length === 0
        ? html`<p>Nothing yet. Each step of a payment or a subscription appears here.</p>`
        : html`<ol>
            ${listed.map(each => html`<li>${row(each, each.id === open, nowMs)}${each.id === open && fullWebhook(each)}</li>`)}
          </ol>`
    }`
}

/** "newest 20 of 56 webhooks" */
export function listedOf(all: number, one: string): string {
  return `${all > LISTED_MAX ? `newest ${LISTED_MAX} of ` : ''}${counted(all, one)}`
}

function row({ id, event, about, atMs, fate, answers, isForged }: SentWebhook, isOpen: boolean, nowMs: number): Html {
  const [tone, words] = FATES[fate]
  return html`<a
    class="row"
    href="${isOpen ? '/payments#sent' : `/payments?webhook=${id}#sent`}"
    ${isOpen && html`aria-current="true"`}
  >
    <span class="line"><span class="to mono trunc">${event}</span>${timeOf(atMs, nowMs)}</span>
    <span class="line">
      <span class="snippet grow trunc">${about}</span>
      ${isForged && html`<span class="badge bad">Forged</span>`}
      ${answers.length > 1 && html`<span class="badge">${counted(answers.length, 'try', 'tries')}</span>`}
      <span class="badge ${tone}">${words}</span>
    </span>
  </a>`
}

function fullWebhook({ id, atMs, body, answers, isForged }: SentWebhook): Html {
  return html`<div class="request">
    <p class="muted num">${fullTime(atMs)} · ${fileSize(Buffer.byteLength(body))}</p>
    <dl class="sent">
      <dt>x-razorpay-event-id</dt>
      <dd class="mono wrap">${id}</dd>
      <dt>Answers</dt>
      <dd class="wrap">${answers.length === 0 ? 'None' : answers.join(', ')}</dd>
    </dl>
    <pre class="mono wrap" tabindex="0" aria-label="Body">${JSON.stringify(readJson(body), null, 2)}</pre>
    ${
      !isForged &&
      html`<form method="post" action="/payments">
        <input type="hidden" name="do" value="send_again" /><input type="hidden" name="part" value="sent" />
        <button class="btn sm" name="webhook" value="${id}">Send again</button>
      </form>`
    }
  </div>`
}
