import { dialForm, dialPanel, seedPanel } from '../../page/dial-panel.ts'
import { BACKWARDS, dialRows, temporaryFailures, REPORTS_SENT_TWICE } from '../../page/dial-rows.ts'
import { formPage, shortened, specialsPanel, textField } from '../../page/form-page.ts'
import { count, counted } from '../../page/formats.ts'
import { html, type Html } from '../../page/html.ts'
import { USUAL, type WhatsappDials } from './dials.ts'
import { WEAK_TOKEN, WRONG_TOKEN } from './graph-routes.ts'
import type { Webhook } from './state.ts'
import type { Template } from './template.ts'

export interface PageState {
  dials: Readonly<WhatsappDials>
  webhooks: readonly Readonly<Webhook>[]
  delivered: number
  lost: number
  templates: { account: string; template: Template }[]
  /** The part that was just saved. */
  saved?: string
  problem?: string
  /** Values to show in the form, after an error or suggested by a link. */
  typed?: Record<string, string>
  /** A link from Notifly suggests its webhook. */
  isAsked?: boolean
}

/** Webhook, dials, templates, and special values that cause failures. */
export function pageBody(page: PageState): Html {
  const { problem, saved, dials } = page
  return formPage({
    title: 'WhatsApp',
    sub: 'A stand-in for the Cloud API. Nothing leaves this machine.',
    status: html`<p class="saved" role="status" data-saved>${saved !== undefined && 'Saved'}</p>`,
    problem,
    panels: html`${webhookPanel(page)}${templatePanel(page)}${whatsappDials(dials, 'dials')}`,
    aside: specialsPanel('Values that fail', SPECIALS, ANY_OTHER),
  })
}

const SPECIALS = {
  [WRONG_TOKEN]: 'As the token: refused with 190, as an expired one is.',
  [WEAK_TOKEN]: 'As the token: missing permissions, 10.',
  '404…': 'IDs that start like this don’t exist.',
  '999…': 'Numbers that start like this belong to another account.',
  'reject_…': 'Templates named like this are rejected.',
}
const ANY_OTHER = 'Any other token works, and any other ID of five or more digits exists.'

/** The app secret that Notifly fills in for "Use sandbox". */
const USUAL_SECRET = 'sandbox'

function webhookPanel({ webhooks, typed, isAsked = false, delivered, lost }: PageState): Html {
  const field = (name: keyof Webhook, label: string, help: string) =>
    textField({
      name,
      label,
      value: typed?.[name] || (name === 'app_secret' ? USUAL_SECRET : ''),
      help,
      isRequired: name !== 'phone_number_id',
    })
  const state =
    webhooks.length === 0 ? 'not set up' : `${counted(delivered, 'report')} delivered, ${count(lost)} given up`
  return html`<section class="panel ${isAsked && 'asked'}" id="webhook">
    <header>
      <h2>Webhook</h2>
      <span class="muted end">${state}</span>
    </header>
    <form class="fields" method="post" action="/whatsapp/webhook">
      ${isAsked && html`<p class="ask">Notifly wants delivery reports. Save to confirm.</p>`}
      ${field('phone_number_id', 'Phone number id', 'Whose reports go there; empty: those of every number without an address of its own.')}
      ${field('url', 'Callback URL', 'As Notifly shows it under Settings, Platform, WhatsApp.')}
      ${field('verify_token', 'Verify token', 'Checked before the address is accepted.')}
      ${field('app_secret', 'App secret', `Signs every report. The same has to stand in Notifly, which fills in “${USUAL_SECRET}” for the sandbox.`)}
      <p class="actions">
        <button class="btn primary" ${isAsked && html`autofocus`}>Verify and save</button>
      </p>
    </form>
    ${
      webhooks.length > 0 &&
      html`<ul class="entries">
        ${webhooks.map(webhookRow)}
      </ul>`
    }
  </section>`
}

function webhookRow({ phone_number_id: number, url }: Readonly<Webhook>): Html {
  const whose = number === '' ? 'All other numbers' : `Number ${number}`
  return html`<li>
    <span class="words"><span class="label">${whose}</span><span class="help">${shortened(url)}</span></span>
    <form method="post" action="/whatsapp/webhook">
      <button class="btn sm" name="remove" value="${number}" aria-label="Remove ${whose}">Remove</button>
    </form>
  </li>`
}

function templatePanel({ templates }: PageState): Html {
  return html`<section class="panel">
    <header>
      <h2>Templates</h2>
      <span class="muted end">${templates.length === 0 ? 'none yet' : counted(templates.length, 'template')}</span>
    </header>
    ${
      templates.length === 0
        ? html`<p>Accounts get sample templates when Notifly first syncs.</p>`
        : html`<ul class="entries">
            ${templates.map(templateRow)}
          </ul>`
    }
  </section>`
}

const TONES: Record<string, string> = { APPROVED: 'good', PENDING: 'mellow', PAUSED: 'mellow' }
const DECISIONS = { APPROVED: 'Approve', REJECTED: 'Reject', PAUSED: 'Pause' }

function templateRow({ account, template }: PageState['templates'][number]): Html {
  const { id, name, language, status } = template
  return html`<li>
    <span class="words"
      ><span class="label mono">${name}</span><span class="help">${language}, account ${account}</span></span
    >
    <span class="badge ${TONES[status] ?? 'bad'}">${status.toLowerCase()}</span>
    <form method="post" action="/whatsapp/template">
      <input type="hidden" name="account" value="${account}" />
      <input type="hidden" name="id" value="${id}" />
      ${Object.entries(DECISIONS)
        .filter(([decision]) => decision !== status)
        .map(
          ([decision, word]) =>
            html`<button class="btn sm" name="status" value="${decision}" aria-label="${word} ${name}">
              ${word}
            </button>`,
        )}
    </form>
  </li>`
}

const ANSWERS = dialRows({
  latency_ms: 'Delay before each response.',
  messages_per_second: {
    label: 'Throughput',
    help: 'More sends a second are answered 130429. 0: no limit.',
    most: 1000,
  },
  throttle_rate: temporaryFailures('130429, “rate limit hit”.'),
  error_rate: temporaryFailures('131000, “something went wrong”.'),
  pair_rate: { label: 'Pair limit', help: '131056: too many messages to this one number.' },
  hard_bounce_rate: { label: 'Not on WhatsApp', help: '131026 at once, for this share of numbers.' },
})
const REPORTS = dialRows({
  soft_bounce_rate: { label: 'Fail later', help: 'Taken first, then reported as failed.' },
  delivered_rate: { label: 'Delivered', help: 'Share of messages that reach their phone.' },
  open_rate: { label: 'Read', help: 'Share of delivered messages. One in five of these says only “read”.' },
  doubled_rate: REPORTS_SENT_TWICE,
  disorder_rate: BACKWARDS,
})
const TEMPLATES = dialRows({
  approval_ms: { label: 'Approval', help: 'How long the decision about a new template takes.', most: 60_000 },
})

/** The dials. `id` distinguishes them from others on the same page. */
export function whatsappDials(now: Readonly<WhatsappDials>, id: string): Html {
  const common = { dials: now, usual: USUAL, idPrefix: `${id}-` }
  return dialForm(id, '/api/faults/whatsapp', [
    dialPanel({ ...common, title: 'WhatsApp: answers', unit: 'share of sends', rows: ANSWERS }),
    dialPanel({ ...common, title: 'WhatsApp: reports', unit: 'share of messages', rows: REPORTS }),
    dialPanel({ ...common, title: 'WhatsApp: decisions', rows: TEMPLATES }),
    seedPanel(now.seed, CHANCE, common.idPrefix),
  ])
}

const CHANCE = 'Whom a share hits depends on seed and number only: the same seed hits the same numbers.'
