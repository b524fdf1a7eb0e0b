import { emptyState } from '../../page/blank.ts'
import { counted, timeOf } from '../../page/formats.ts'
import { html, type Html } from '../../page/html.ts'
import { notificationForm } from '../../page/notification-form.ts'
import type { Notification } from './notification.ts'

export interface Card {
  id: string
  /** The endpoint. */
  to: string
  /** The signer. */
  from: string
  atMs: number
  notification: Notification
  /** What was done with it on this page. */
  done: string | undefined
}

interface DesktopPage {
  cards: readonly Card[]
  total: number
  /** How many of the newest messages Notifly's worker would not show. */
  strange: number
  /** The only endpoint to show; empty for all. */
  to: string
  nowMs: number
}

/** Notifications as a desktop shows them, newest first. */
export function desktopBody({ cards, total, strange, to, nowMs }: DesktopPage): Html {
  return html`<main class="page">
    <header class="page-head">
      <div>
        <h1>Desktop</h1>
        <p class="sub">
          Web push to subscriptions of this sandbox, opened with their keys. Click a notification, one of its buttons or
          its cross, as a visitor would.
        </p>
      </div>
      ${total > 0 && html`<p class="muted">${counted(total, 'notification')}</p>`}
    </header>
    ${to !== '' && html`<p class="only"><span class="trunc mono">${to}</span> <a href="/desktop">Show all</a></p>`}
    ${
      strange > 0 &&
      html`<p class="muted">
        ${counted(strange, 'message')} came in another form than the one that Notifly’s worker shows.
      </p>`
    }
    ${
      total === 0
        ? empty()
        : html`<ol class="toasts">
            ${cards.map(card => toast(card, nowMs))}
          </ol>`
    }
  </main>`
}

function empty(): Html {
  return emptyState(
    'monitor',
    'Nothing has come yet',
    html`<p>
      A browser on this machine subscribes at its own push service. Subscriptions of this sandbox are made by
      <span class="mono">POST /api/webpush/subscriptions</span>.
    </p>`,
  )
}

function toast({ id, to, from, atMs, notification, done }: Card, nowMs: number): Html {
  const { title, body, icon: picture, image, actions } = notification
  return html`<li class="toast" id="n-${id}">
    ${notificationForm({
      action: `/desktop/${id}`,
      title,
      text: body,
      icon: picture,
      image,
      buttons: actions.map(({ action, title: label }) => ({ value: action, label })),
      about: html`<bdi>${siteOf(from)}</bdi> · ${timeOf(atMs, nowMs)} ·
        <a href="/desktop?to=${encodeURIComponent(to)}">…${to.slice(-8)}</a>`,
      done,
    })}
  </li>`
}

function siteOf(subject: string): string {
  return URL.canParse(subject) ? new URL(subject).host || subject : subject
}
