import { FROM_PHONE, TO_PHONE } from '../providers/sms/text-message.ts'
import { blankPane } from './blank.ts'
import { timeOf } from './formats.ts'
import { html, type Html } from './html.ts'
import { icon } from './icons.ts'
import { notificationForm } from './notification-form.ts'
import { dropsReports, type Portal, portalForm } from './portals.ts'

/** The store's names for each channel of the phone: messages to it, and those of its owner. */
export const PHONE_CHANNELS = {
  sms: { label: 'SMS', outgoing: TO_PHONE, names: new Set([TO_PHONE, FROM_PHONE]) },
  whatsapp: { label: 'WhatsApp', outgoing: 'whatsapp', names: new Set(['whatsapp', 'whatsapp_reply']) },
  push: { label: 'Push', outgoing: 'mobilepush', names: new Set(['mobilepush']) },
} as const satisfies Record<string, { label: string; outgoing: string; names: ReadonlySet<string> }>
export type PhoneChannel = keyof typeof PHONE_CHANNELS

export interface ThreadLine {
  id: string
  number: string
  atMs: number
  text: string
  push?: ThreadPush
  sender: string
  provider: string
  isFromPhone: boolean
}

/** The parts of a push other than its text. */
interface ThreadPush {
  title: string
  /** An address, or empty. */
  image: string
  buttons: readonly { title: string }[]
  done: string | undefined
}

export interface PhonePage {
  channel: PhoneChannel
  /** Number of the open thread; empty if nothing has arrived. */
  number: string
  /** The newest line of each number. */
  newest: readonly ThreadLine[]
  thread: readonly ThreadLine[]
  /** The portals of SMS providers. */
  portals: readonly Portal[]
  /** Whether WhatsApp has a webhook for this number of its customer. */
  hasWebhook(number: string): boolean
  nowMs: number
}

/** The list of numbers, one phone, and the providers' portals. The script replaces the marked parts. */
export function phoneBody(page: PhonePage): Html {
  return html`<main class="phones" data-phones>
    <h1 class="sr">Phone</h1>
    <section class="numbers" aria-label="Numbers">
      ${tabs(page)}
      <div data-part="numbers">${numbers(page)}</div>
    </section>
    <section class="stage" aria-label="Phone">
      ${
        page.number === ''
          ? emptyPhone(page)
          : html`<div class="held">
              <div data-part="deaf">${droppedReportsNote(page)}</div>
              ${phone(page)}
            </div>`
      }
    </section>
    <aside class="portals" aria-label="Settings at the providers">${settings(page)}</aside>
  </main>`
}

function tabs({ channel }: PhonePage): Html {
  return html`<nav class="channels" aria-label="Channel">
    ${Object.entries(PHONE_CHANNELS).map(
      ([name, { label }]) =>
        html`<a
          class="btn sm ${name === channel ? '' : 'ghost'}"
          href="/phone?channel=${name}"
          ${name === channel && html`aria-current="true"`}
          >${label}</a
        >`,
    )}
  </nav>`
}

function numbers({ newest, number, channel, nowMs }: PhonePage): Html {
  if (newest.length === 0)
    return html`<p class="none muted">${channel === 'push' ? 'No push messages yet.' : 'No messages yet.'}</p>`
  return html`<ol class="rows">
    ${newest.map(
      line =>
        html`<li>
          <a
            class="row"
            href="/phone?channel=${channel}&number=${encodeURIComponent(line.number)}"
            ${line.number === number && html`aria-current="true"`}
          >
            <span class="line">
              <bdi class="to trunc num">${shortName(line.number)}</bdi>
              ${timeOf(line.atMs, nowMs)}
            </span>
            <span class="snippet trunc"
              >${line.isFromPhone && 'You: '}${line.push !== undefined && `${line.push.title}: `}${line.text}</span
            >
          </a>
        </li>`,
    )}
  </ol>`
}

const SHORT_NAME = 18

/** A number unchanged; for a device only the end of its long token. */
function shortName(number: string): string {
  return number.length > SHORT_NAME ? `…${number.slice(-SHORT_NAME)}` : number
}

/** The settings at this channel's providers, or information about its devices. */
function settings(page: PhonePage): Html {
  switch (page.channel) {
    case 'sms':
      return html`${page.portals.map(portalForm)}`
    case 'whatsapp':
      return html`<section class="panel">
        <header><h2>WhatsApp</h2></header>
        <p>Webhook, templates and dials are on <a class="link" href="/whatsapp">its own page</a>.</p>
      </section>`
    case 'push':
      return html`<section class="panel">
        <header><h2>Devices with automatic behavior</h2></header>
        <p>
          A token of Apple that begins with <code>dead</code> is gone. Each device tells by itself that a push came;
          what you do with one here, its app tells too.
        </p>
      </section>`
  }
}

function emptyPhone({ channel }: PhonePage): Html {
  const { what, words } = WAITING[channel]
  return blankPane('smartphone', `Waiting for the first ${what}`, words)
}

const WAITING: Readonly<Record<PhoneChannel, { what: string; words: Html }>> = {
  sms: {
    what: 'text message',
    words: html`<p>
        Set up SMS in Notifly with any keys and send something: it arrives on this phone instead of a real one.
      </p>
      <p>For delivery reports, enter Notifly’s webhook address at the provider.</p>`,
  },
  whatsapp: {
    what: 'WhatsApp message',
    words: html`<p>Set up WhatsApp in Notifly with any token and IDs, then send a message to this phone.</p>
      <p>For delivery reports, set up the webhook on the page <a class="link" href="/whatsapp">WhatsApp</a>.</p>`,
  },
  push: {
    what: 'push',
    words: html`<p>
      Set up mobile push in Notifly, register a device by its API, and send something: it is shown here.
    </p>`,
  },
}

function phone({ number, channel, thread, nowMs }: PhonePage): Html {
  const sender = thread.findLast(line => !line.isFromPhone)?.sender ?? ''
  return html`<div class="phone" data-channel="${channel}">
    <header>
      <span class="face" aria-hidden="true">${icon('smartphone')}</span>
      <span class="who"
        ><bdi class="strong trunc">${sender}</bdi
        ><span class="help">to <bdi class="num">${shortName(number)}</bdi></span></span
      >
      <span class="badge end">${PHONE_CHANNELS[channel].label}</span>
    </header>
    <ol class="lines" tabindex="0" aria-label="Messages" data-part="lines">
      ${thread.map(line => (line.push === undefined ? bubble(line, nowMs) : notification(line, line.push, nowMs)))}
    </ol>
    ${channel !== 'push' && replyForm(number, channel)}
  </div>`
}

function replyForm(number: string, channel: PhoneChannel): Html {
  return html`<form class="reply" data-reply data-number="${number}" data-channel="${channel}">
    <span class="input"
      ><input name="text" aria-label="Reply from ${number}" placeholder="Reply" maxlength="1600" autocomplete="off"
    /></span>
    <button class="btn primary">Send</button>
    <p class="words">
      ${['STOP', 'START', 'HELP'].map(word => html`<button class="btn sm" type="button" data-word="${word}">${word}</button>`)}
    </p>
    <p class="err" role="alert" data-problem hidden></p>
  </form>`
}

/** Shown if reports of these messages can't reach the product. */
function droppedReportsNote(page: PhonePage): Html | false {
  const newest = page.thread.findLast(line => !line.isFromPhone)
  if (newest === undefined) return false
  if (page.channel === 'whatsapp') {
    return (
      !page.hasWebhook(newest.sender) &&
      html`<p class="deaf">
        WhatsApp has no webhook for this number, so Notifly does not hear what becomes of these messages.
        <a class="link" href="/whatsapp#webhook">Set it up</a>
      </p>`
    )
  }
  const portal = page.portals.find(({ provider }) => provider === newest.provider)
  return (
    portal !== undefined &&
    dropsReports(portal, newest.sender) &&
    html`<p class="deaf">
      ${portal.words.name} has no address for reports of this sender, so Notifly does not hear that these messages
      arrived.
      <a class="link" href="#${portal.provider}">Enter it</a>
    </p>`
  )
}

function bubble({ text, atMs, isFromPhone, sender }: ThreadLine, nowMs: number): Html {
  return html`<li class="${isFromPhone ? 'own' : 'theirs'}">
    <p class="bubble"><bdi>${text}</bdi></p>
    <p class="help">${!isFromPhone && html`<bdi>${sender}</bdi> · `}${timeOf(atMs, nowMs)}</p>
  </li>`
}

/** Shown with the app's own icon, because a push has none. */
function notification({ id, text, atMs, sender, provider }: ThreadLine, push: ThreadPush, nowMs: number): Html {
  return html`<li class="${provider === 'apns' ? 'iphone' : 'android'}" id="n-${id}">
    ${notificationForm({
      ...push,
      action: `/phone/push/${id}`,
      text,
      icon: '',
      buttons: push.buttons.map(({ title }, index) => ({ value: String(index + 1), label: title })),
      about: html`<bdi>${sender}</bdi> · ${timeOf(atMs, nowMs)}`,
    })}
  </li>`
}
