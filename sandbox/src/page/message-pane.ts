import { readMailbox, type MailAttachment, type MailView } from '../messages/mail-view.ts'
import type { StoredMessage } from '../messages/message.ts'
import { titleOf } from '../messages/message-title.ts'
import { fileSize, fullTime } from './formats.ts'
import { html, type Html, type HtmlValue } from './html.ts'
import { icon } from './icons.ts'
import { inboxUrl, type InboxState, type View } from './inbox-state.ts'

/** A longer source is truncated on the page; the download has all of it. */
const MAX_SOURCE = 500_000

export interface OpenMessage {
  message: StoredMessage
  raw: Buffer
  view: MailView
}

/** An open message: its facts, the tabs, and the chosen tab's content. */
export function messagePane(open: OpenMessage, state: InboxState): Html {
  const { message, view } = open
  const chosen = state.view ?? (view.html ? 'html' : 'text')
  return html`<article class="message" data-key="${message.id}:${chosen}">
    <header class="message-head">
      <a class="btn ghost back" href="${inboxUrl(state, { id: '', view: undefined })}" data-nav
        >${icon('arrow-left')} Inbox</a
      >
      <div class="title">
        <h2>${titleOf(message, view.text)}</h2>
        <a class="btn sm" href="/api/messages/${message.id}/raw" download>${icon('download')} Download</a>
      </div>
      ${facts(open)}
    </header>
    <div class="tabs-bar">
      <nav class="tabs" aria-label="Parts of the message">${tabs(open, state, chosen)}</nav>
      ${chosen === 'html' && view.html && widthSwitch()}
    </div>
    <div class="part part-${chosen}" ${chosen !== 'html' && html`tabindex="0" role="region" aria-label="Content"`}>
      ${part(open, chosen)}
    </div>
  </article>`
}

function facts({ message, raw }: OpenMessage): Html {
  const from = readMailbox(message.from)
  const bounce = message.sender !== from.address && message.sender
  return html`<dl class="facts">
    <dt>From</dt>
    <dd>
      ${from.name && html`<bdi class="strong">${from.name}</bdi> `}<bdi
        >${from.address || message.from || 'nobody'}</bdi
      >
    </dd>
    <dt>To</dt>
    <dd><bdi class="strong">${message.to}</bdi></dd>
    ${
      bounce &&
      html`<dt>Bounces to</dt>
        <dd><bdi class="mono wrap">${bounce}</bdi></dd>`
    }
    <dt>Received</dt>
    <dd class="num">${fullTime(message.atMs)} <span class="muted">· ${fileSize(raw.length)}</span></dd>
  </dl>`
}

function tabs({ message, view }: OpenMessage, state: InboxState, chosen: View): Html[] {
  const files = listedFiles(view)
  const all: { name: View; label: string; count?: number; there: boolean }[] = [
    { name: 'html', label: 'HTML', there: view.html !== '' },
    { name: 'text', label: 'Text', there: true },
    { name: 'source', label: 'Source', there: true },
    { name: 'headers', label: 'Headers', count: view.headerLines.length, there: true },
    { name: 'links', label: 'Links', count: view.links.length, there: view.links.length > 0 },
    { name: 'attachments', label: 'Attachments', count: files.length, there: files.length > 0 },
  ]
  return all
    .filter(({ there }) => there)
    .map(
      ({ name, label, count }) =>
        html`<a
          href="${inboxUrl(state, { id: message.id, view: name })}"
          data-nav
          ${name === chosen && html`aria-current="page"`}
          >${label}${count !== undefined && html` <span class="count">${count}</span>`}</a
        >`,
    )
}

function widthSwitch(): Html {
  return html`<div class="seg" role="group" aria-label="Width">
    <button type="button" data-width="desktop" aria-pressed="true">${icon('monitor')}<span>Desktop</span></button>
    <button type="button" data-width="phone" aria-pressed="false">${icon('smartphone')}<span>Phone</span></button>
  </div>`
}

function part(open: OpenMessage, chosen: View): HtmlValue {
  const { message, raw, view } = open
  switch (chosen) {
    case 'html':
      return view.html ? frame(message) : nothing('This message has no HTML part.')
    case 'text':
      return view.text ? html`<pre class="words">${view.text}</pre>` : nothing('This message has no text.')
    case 'source':
      return html`<pre class="code">${raw.toString().slice(0, MAX_SOURCE)}</pre>`
    case 'headers':
      return html`<dl class="headers">
        ${view.headerLines.map(
          ({ name, value }) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`
    case 'links':
      return html`<ul class="links">
        ${view.links.map(link => html`<li><a class="link" href="${link}" target="_blank" rel="noopener noreferrer">${link}</a></li>`)}
      </ul>`
    case 'attachments':
      return html`<ul class="files">
        ${listedFiles(view).map(({ file, index }) => attachment(message, file, index))}
      </ul>`
  }
}

/** Sandboxed: no scripts, no forms, an origin of its own. Links may open a tab, so that verification links work. */
function frame(message: StoredMessage): Html {
  return html`<div class="frame" data-frame>
    <iframe
      src="/messages/${message.id}/html"
      title="Message preview"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>
  </div>`
}

function attachment(message: StoredMessage, file: MailAttachment, index: number): Html {
  return html`<li>
    ${icon('paperclip')}
    <span class="grow trunc"><bdi>${file.filename}</bdi></span>
    <span class="muted num">${file.contentType} · ${fileSize(file.content.length)}</span>
    <a
      class="btn sm"
      href="/api/messages/${message.id}/attachments/${index}"
      download
      aria-label="Download ${file.filename}"
      >${icon('download')} Download</a
    >
  </li>`
}

/** Leaves out pictures that the HTML shows. `index` is the attachment's index in the API. */
function listedFiles(view: MailView): { file: MailAttachment; index: number }[] {
  return view.attachments.map((file, index) => ({ file, index })).filter(({ file }) => !file.inline)
}

function nothing(words: string): Html {
  return html`<p class="muted">${words}</p>`
}
