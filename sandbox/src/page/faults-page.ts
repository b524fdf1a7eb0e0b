import type { Dials } from '../faults/dials.ts'
import type { Channel } from '../faults/fault-panel.ts'
import { SPECIAL_ADDRESSES, WRONG_CREDENTIAL } from '../providers/smtp/special-addresses.ts'
import { html, type Html } from './html.ts'

export interface FaultsPage {
  dials(channel: Channel): Readonly<Dials>
  /** Whether late bounces and complaints have somewhere to go. */
  canReport: boolean
}

interface DialRow {
  name: keyof Dials
  label: string
  help: string
}

const ANSWERS: DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Every message is answered this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '450 or 421, “too many messages”. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '451, “temporary failure”. A retry may get through.' },
]
const BOUNCES: DialRow[] = [
  { name: 'soft_bounce_rate', label: 'Soft bounces', help: 'The mailbox is full: 5.2.2.' },
  { name: 'hard_bounce_rate', label: 'Hard bounces', help: 'There is no such mailbox: 5.1.1.' },
]
const READERS: DialRow[] = [
  { name: 'open_rate', label: 'Opens', help: 'Images are loaded, as a mail program does.' },
  { name: 'click_rate', label: 'Clicks', help: 'One visible link on this machine is followed.' },
  { name: 'complaint_rate', label: 'Complaints', help: 'The message is reported as spam.' },
]
const SES_REPORTS: DialRow[] = [
  { name: 'doubled_rate', label: 'Doubled reports', help: 'SNS brings the same notification twice.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The end is reported before the beginning.' },
]

const SMS: DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Karix and Twilio answer this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '429 with Retry-After. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '503, at Karix without JSON. A retry may get through.' },
  { name: 'soft_bounce_rate', label: 'Unreachable phones', help: 'Taken, then reported as not delivered.' },
  { name: 'hard_bounce_rate', label: 'Unknown numbers', help: 'Taken, then reported as unknown to the network.' },
  { name: 'doubled_rate', label: 'Doubled reports', help: 'The same report comes twice.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The end is reported before the beginning.' },
]

const WEB_PUSH: DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'The push service answers this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '429 with Retry-After. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '503. A retry may get through.' },
  { name: 'hard_bounce_rate', label: 'Dead subscriptions', help: '410: the browser has given it up.' },
  { name: 'click_rate', label: 'Clicks', help: 'The notification is clicked.' },
  { name: 'complaint_rate', label: 'Dismissals', help: 'It is waved away.' },
  { name: 'doubled_rate', label: 'Doubled reports', help: 'A worker says twice that it was shown.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The click is told before the arrival.' },
]

const MOBILE_PUSH: DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Firebase and Apple answer this much later.' },
  { name: 'throttle_rate', label: 'Throttling', help: '429, at Firebase with Retry-After. A retry may get through.' },
  { name: 'error_rate', label: 'Passing errors', help: '503. A retry may get through.' },
  { name: 'hard_bounce_rate', label: 'Removed apps', help: 'UNREGISTERED at Firebase, 410 at Apple.' },
  { name: 'click_rate', label: 'Taps', help: 'It is tapped, and its address opens in the browser.' },
  { name: 'doubled_rate', label: 'Doubled reports', help: 'The app tells the same twice.' },
  { name: 'disorder_rate', label: 'Reports out of order', help: 'The tap is told before the arrival.' },
]

const SIGN_ON: DialRow[] = [
  { name: 'latency_ms', label: 'Latency', help: 'Tokens, keys and user details are answered this much later.' },
  { name: 'error_rate', label: 'Passing errors', help: '503, “temporarily_unavailable”. The page for people works.' },
]

/** The dials of e-mail, text messages and single sign-on, and the addresses that need none. */
export function faultsBody({ dials: dialsOf, canReport }: FaultsPage): Html {
  const dials = dialsOf('email')
  return html`<main class="page">
    <header class="page-head">
      <div>
        <h1>Faults</h1>
        <p class="sub">Make the providers behind this sandbox slow, strict or broken, and their readers curious.</p>
      </div>
      <p class="saved" role="status" data-saved></p>
    </header>
    <div class="with-aside">
      <div class="dials">
        <form class="dials" data-dials="email">
          <div class="presets" role="group" aria-label="Presets">
            <button class="btn" type="button" data-preset="off">All off</button>
            <button class="btn" type="button" data-preset="good">A good day</button>
            <button class="btn" type="button" data-preset="bad">A bad day</button>
          </div>
          ${panel('Answers of the mail server', 'share of attempts', ANSWERS, dials)}
          ${panel('Bounces', 'share of recipients', BOUNCES, dials, bounceNote(canReport))}
          ${panel('Readers', 'share of delivered messages', READERS, dials, readerNote(canReport))}
          ${panel('Reports of Amazon SES', 'share of messages', SES_REPORTS, dials)} ${seedPanel(dials.seed)}
        </form>
        <form class="dials" data-dials="sms">
          ${panel('Text messages', 'share of messages', SMS, dialsOf('sms'), 'Karix and Twilio alike.', 'sms-')}
        </form>
        <form class="dials" data-dials="webpush">
          ${panel('Web push', 'share of messages', WEB_PUSH, dialsOf('webpush'), 'Subscriptions of this sandbox.', 'webpush-')}
        </form>
        <form class="dials" data-dials="mobilepush">
          ${panel('Mobile push', 'share of messages', MOBILE_PUSH, dialsOf('mobilepush'), 'Firebase and Apple alike.', 'mobilepush-')}
        </form>
        <form class="dials" data-dials="sso">
          ${panel('Single sign-on', 'share of calls', SIGN_ON, dialsOf('sso'), 'GitLab, Microsoft and LinkedIn alike.', 'sso-')}
        </form>
      </div>
      <aside>${addressPanel()}${passwordPanel()}</aside>
    </div>
  </main>`
}

function panel(
  title: string,
  unit: string,
  rows: DialRow[],
  dials: Readonly<Dials>,
  note?: string,
  idPrefix = '',
): Html {
  return html`<section class="panel">
    <header>
      <h2>${title}</h2>
      <span class="muted end">${unit}</span>
    </header>
    ${rows.map(row => dial(row, dials[row.name], idPrefix + row.name))}
    ${note !== undefined && html`<footer>${note}</footer>`}
  </section>`
}

function dial({ name, label, help }: DialRow, value: number, id: string): Html {
  const isRate = name !== 'latency_ms'
  const shown = isRate ? Number((value * 100).toFixed(4)) : value
  return html`<div class="dial" data-dial="${name}" data-unit="${isRate ? 'percent' : 'ms'}">
    <label class="words" for="${id}">
      <span class="label">${label}</span>
      <span class="help" id="${id}-help">${help}</span>
    </label>
    <input
      type="range"
      min="0"
      max="${isRate ? 100 : 5000}"
      step="${isRate ? 1 : 50}"
      value="${shown}"
      aria-label="${label}"
    />
    <span class="input sm">
      <input
        id="${id}"
        type="number"
        inputmode="decimal"
        min="0"
        max="${isRate ? 100 : 60000}"
        step="${isRate ? 'any' : 1}"
        value="${shown}"
        aria-describedby="${id}-help"
      />
      <span class="muted">${isRate ? '%' : 'ms'}</span>
    </span>
  </div>`
}

function seedPanel(seed: number): Html {
  return html`<section class="panel">
    <header><h2>Chance</h2></header>
    <div class="dial" data-dial="seed" data-unit="number">
      <label class="words" for="seed">
        <span class="label">Seed</span>
        <span class="help" id="seed-help"
          >Whom a rate hits depends on seed and address only: the same seed hits the same people at every run.</span
        >
      </label>
      <button class="btn" type="button" data-reseed>New seed</button>
      <span class="input sm"
        ><input id="seed" type="number" min="0" max="4294967295" step="1" value="${seed}" aria-describedby="seed-help"
      /></span>
    </div>
  </section>`
}

function addressPanel(): Html {
  return html`<section class="panel">
    <header><h2>Addresses that act on their own</h2></header>
    <dl class="specials">
      ${SPECIAL_ADDRESSES.map(
        ({ prefix, does }) =>
          html`<dt><code>${prefix}@…</code></dt>
            <dd>${does}</dd>`,
      )}
    </dl>
    <footer>
      At any domain, whatever the dials say. More may follow after the word, but no letter: bounce-hard-7@shop.example.
    </footer>
  </section>`
}

function passwordPanel(): Html {
  return html`<section class="panel">
    <header><h2>A wrong password</h2></header>
    <p>
      The SMTP server takes any user name and password, except <code>${WRONG_CREDENTIAL}</code>: as either of them it is
      refused with 535.
    </p>
  </section>`
}

function bounceNote(canReport: boolean): string {
  return canReport
    ? 'Half are refused at once; the others are accepted, and a bounce message follows within seconds.'
    : 'All are refused at once: no address for bounce messages is configured.'
}

function readerNote(canReport: boolean): string {
  const complaints = canReport ? '' : ' Complaints are not sent: no address for them is configured.'
  return `Readers take up to half a minute. Nothing outside this machine is ever called.${complaints}`
}
