import { readMailbox } from '../messages/mail-view.ts'
import type { StoredMessage } from '../messages/message.ts'
import { kindOf, titleOf } from '../messages/message-title.ts'
import { blankPane } from './blank.ts'
import { count, counted, timeOf } from './formats.ts'
import { html, type Html } from './html.ts'
import { icon } from './icons.ts'
import { inboxUrl, type InboxState } from './inbox-state.ts'

export const PER_PAGE = 50

export interface InboxRow {
  message: StoredMessage
  snippet: string
}

export interface InboxPage {
  state: InboxState
  rows: InboxRow[]
  total: number
  /** Number of all mails, whatever the search. */
  stored: number
  smtpAddress: string
  nowMs: number
  /** The open message, or its replacement. */
  pane: Html
}

/** The list, and the open message beside it. The script replaces the two marked parts and nothing else. */
export function inboxBody(page: InboxPage): Html {
  return html`<main
    class="mailbox"
    data-mailbox
    ${page.state.id && html`data-open`}
    ${page.stored === 0 && html`data-empty`}
  >
    <h1 class="sr">Sandbox inbox</h1>
    <section class="list-pane" aria-label="Messages">
      <form class="list-bar" role="search" action="/" data-search>
        <label class="input">
          ${icon('search')}
          <input
            type="search"
            name="search"
            value="${page.state.search}"
            placeholder="Address, subject or text"
            aria-label="Search messages"
            autocomplete="off"
            spellcheck="false"
          />
          <kbd class="m-hide">/</kbd>
        </label>
        <button class="btn" type="button" data-ask-delete>Delete all</button>
      </form>
      <div class="list-scroll" data-part="list">${list(page)}</div>
    </section>
    <section class="message-pane" aria-label="Message" data-part="message">${page.pane}</section>
    ${deleteDialog()}
  </main>`
}

/** Shown if no message is open. */
export function noMessagePane(stored: number): Html {
  if (stored === 0) return html`<div class="blank"></div>`
  return blankPane(
    'mail-open',
    'Choose a message',
    html`<p>Click one, or use <kbd>J</kbd> and <kbd>K</kbd> or the arrow keys to step through the list.</p>`,
  )
}

/** Shown in place of a message that has been deleted. */
export function goneMessagePane(): Html {
  return blankPane(
    'inbox',
    'This message is gone',
    html`<p>It was deleted or replaced by newer messages.</p>
      <a class="btn" href="/" data-nav>Show the inbox</a>`,
  )
}

function list(page: InboxPage): Html {
  if (page.stored === 0) return emptyInbox(page.smtpAddress)
  if (page.rows.length === 0) return noMatch(page.state)
  return html`<ol class="rows" data-stored="${page.stored}">
      ${page.rows.map(row => listRow(row, page))}
    </ol>
    ${pager(page)}`
}

function listRow({ message, snippet }: InboxRow, { state, nowMs }: InboxPage): Html {
  const current = message.id === state.id
  const author = readMailbox(message.from)
  const kind = kindOf(message)
  return html`<li>
    <a
      class="row"
      href="${inboxUrl(state, { id: message.id, view: undefined })}"
      data-nav
      data-id="${message.id}"
      ${current && html`aria-current="true"`}
    >
      <span class="line">
        <bdi class="to trunc">${message.to}</bdi>
        ${timeOf(message.atMs, nowMs)}
      </span>
      <span class="subject trunc">${titleOf(message, snippet)}</span>
      <span class="snippet trunc"
        ><bdi>${author.name || author.address || message.sender}</bdi> · ${kind ?? snippet}</span
      >
    </a>
  </li>`
}

function pager({ state, rows, total, stored }: InboxPage): Html {
  const first = (state.page - 1) * PER_PAGE + 1
  const last = first + rows.length - 1
  const all = state.search ? counted(total, 'match', 'matches') : counted(total, 'message')
  const range = `${count(first)}–${count(last)} of ${all}`
  return html`<footer class="list-foot">
    <span>${range}</span>
    ${stored !== total && html`<a class="link" href="${inboxUrl(state, { search: '', page: 1 })}" data-clear-search>Clear</a>`}
    <span class="pages">
      ${pageLink(state, state.page - 1, state.page > 1, 'Newer messages', 'chevron-left')}
      ${pageLink(state, state.page + 1, last < total, 'Older messages', 'chevron-right')}
    </span>
  </footer>`
}

function pageLink(
  state: InboxState,
  page: number,
  there: boolean,
  name: string,
  picture: 'chevron-left' | 'chevron-right',
): Html {
  return there
    ? html`<a class="btn ghost icon sm" href="${inboxUrl(state, { page })}" data-nav aria-label="${name}"
        >${icon(picture)}</a
      >`
    : html`<span class="btn ghost icon sm off" aria-hidden="true">${icon(picture)}</span>`
}

function emptyInbox(smtpAddress: string): Html {
  return blankPane(
    'inbox',
    'Waiting for the first email',
    html`<p>
        Whatever Notifly mails while the sandbox is on arrives here instead of at real people. This page shows it at
        once. Text messages, WhatsApp and pushes come to the <a class="link" href="/phone">phone</a> and the
        <a class="link" href="/desktop">desktop</a>.
      </p>
      <p>
        Any other program can send here too: SMTP at <span class="mono">${smtpAddress}</span>, any user name and
        password.
      </p>`,
  )
}

function noMatch(state: InboxState): Html {
  const { search } = state
  return blankPane(
    'search',
    search ? `Nothing matches “${search}”` : 'No messages on this page',
    html`<p>${search ? 'Addresses and subjects are searched in all messages, texts in the newest 1,000.' : ''}</p>
      <a class="btn" href="/" data-clear-search>${search ? 'Clear the search' : 'Show the newest'}</a>`,
  )
}

function deleteDialog(): Html {
  return html`<dialog class="dialog" data-delete-dialog aria-labelledby="delete-title">
    <form method="dialog">
      <header><h2 id="delete-title">Delete all messages</h2></header>
      <p>This also clears the phone and the desktop. Counts and reports in Notifly don’t change.</p>
      <p class="err" role="alert" data-delete-error hidden></p>
      <footer>
        <button class="btn" value="cancel">Cancel</button>
        <button class="btn danger" type="button" data-delete>Delete all messages</button>
      </footer>
    </form>
  </dialog>`
}
