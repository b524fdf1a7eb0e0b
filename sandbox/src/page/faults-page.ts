import type { Dials } from '../faults/dials.ts'
import type { Channel } from '../faults/fault-panel.ts'
import { SPECIAL_ADDRESSES, WRONG_CREDENTIAL } from '../providers/smtp/special-addresses.ts'
import { dialForm, dialPanel, type DialRow, seedPanel } from './dial-panel.ts'
import { BOUNCES, MAIL_ANSWERS, MOBILE_PUSH, READERS, SES_REPORTS, SIGN_ON, SMS, WEB_PUSH } from './dial-rows.ts'
import { formPage, specialsPanel } from './form-page.ts'
import { html, type Html } from './html.ts'

export interface FaultsPage {
  dials(channel: Channel): Readonly<Dials>
  /** Whether late bounces and complaints can be sent. */
  canReport: boolean
  /** WhatsApp's own dials. */
  whatsapp: Html
  /** The dials of the customer's endpoint. */
  webhooks: Html
  /** Razorpay's dials. */
  razorpay: Html
  /** HubSpot's dials. */
  hubspot: Html
}

/** Channels whose dials fit in one panel: what a share refers to, and the dials. */
const OTHERS: readonly [channel: Channel, title: string, of: string, rows: readonly DialRow[], note: string][] = [
  ['sms', 'Text messages', 'messages', SMS, 'All providers alike.'],
  ['webpush', 'Web push', 'messages', WEB_PUSH, 'Subscriptions of this sandbox.'],
  ['mobilepush', 'Mobile push', 'messages', MOBILE_PUSH, 'Firebase and Apple alike.'],
  ['sso', 'Single sign-on', 'calls', SIGN_ON, 'GitLab, Microsoft and LinkedIn alike.'],
]

const CHANCE = 'Whom a rate hits depends on seed and address only: the same seed hits the same people at every run.'

/** The dials of all channels, and the special addresses that need none. */
export function faultsBody({ dials, canReport, whatsapp, webhooks, razorpay, hubspot }: FaultsPage): Html {
  return formPage({
    title: 'Faults',
    sub: 'Make the providers behind this sandbox slow, strict or broken, and their readers curious.',
    status: html`<p class="saved" role="status" data-saved></p>`,
    panels: html`<nav class="jumps" aria-label="Channels">
        <a class="link" href="#email">Email</a>
        ${OTHERS.map(([channel, title]) => html`<a class="link" href="#${channel}">${title}</a>`)}
        <a class="link" href="#whatsapp">WhatsApp</a>
        <a class="link" href="#webhooks">Webhooks</a>
        <a class="link" href="#razorpay">Payments</a>
        <a class="link" href="#hubspot">HubSpot</a>
      </nav>
      <div class="presets" role="group" aria-label="Presets">
        <button class="btn" type="button" data-preset="off">All off</button>
        <button class="btn" type="button" data-preset="good">A good day</button>
        <button class="btn" type="button" data-preset="bad">A bad day</button>
      </div>
      ${emailForm(dials('email'), canReport)}
      ${OTHERS.map(([channel, title, of, rows, note]) => {
        const panel = { title, unit: `share of ${of}`, rows, note, dials: dials(channel), idPrefix: `${channel}-` }
        return dialForm(channel, addressOf(channel), [dialPanel(panel)])
      })}
      ${whatsapp}${webhooks}${razorpay}${hubspot}`,
    aside: html`${addressPanel()}${passwordPanel()}`,
  })
}

function addressOf(channel: Channel): string {
  return `/api/faults/${channel}`
}

function emailForm(dials: Readonly<Dials>, canReport: boolean): Html {
  const recipients = 'share of recipients'
  const delivered = 'share of delivered messages'
  return dialForm('email', addressOf('email'), [
    dialPanel({ title: 'Answers of the mail server', unit: 'share of attempts', rows: MAIL_ANSWERS, dials }),
    dialPanel({ title: 'Bounces', unit: recipients, rows: BOUNCES, dials, note: bounceNote(canReport) }),
    dialPanel({ title: 'Readers', unit: delivered, rows: READERS, dials, note: readerNote(canReport) }),
    dialPanel({ title: 'Reports of Amazon SES', unit: 'share of messages', rows: SES_REPORTS, dials }),
    seedPanel(dials.seed, CHANCE),
  ])
}

function addressPanel(): Html {
  return specialsPanel(
    'Addresses with automatic behavior',
    Object.fromEntries(SPECIAL_ADDRESSES.map(({ prefix, does }) => [`${prefix}@…`, does])),
    'At any domain, whatever the dials say. More may follow after the word, but no letter: bounce-hard-7@shop.example.',
  )
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
