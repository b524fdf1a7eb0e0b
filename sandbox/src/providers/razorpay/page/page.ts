import { formPage, specialsPanel, textField } from '../../../page/form-page.ts'
import { html, type Html } from '../../../page/html.ts'
import { razorpayDials } from './dials.ts'
import { clockPanel, paymentsPanel, subscriptionsPanel } from './account.ts'
import { webhooksPanel } from './webhooks.ts'
import type { Account } from '../payments.ts'
import { KEY_SECRET, USUAL_WEBHOOK_SECRET } from '../state.ts'
import type { SentWebhook } from '../events.ts'

export interface PaymentsPage {
  account: Account
  /** Newest first. */
  sent: readonly SentWebhook[]
  /** Id of the webhook that is shown in full. */
  open?: string | undefined
  problem?: string | undefined
  /** Values to show in the form, after an error or suggested by a link from Notifly. */
  typed?: { url: string; secret: string }
  isAsked?: boolean
  nowMs: number
}

/** The account as its owner sees it, with its clock. The script replaces the marked parts. */
export function paymentsBody(page: PaymentsPage): Html {
  const { account, problem } = page
  return formPage({
    title: 'Payments',
    sub: 'A stand-in for Razorpay. No money moves.',
    status: html`<p class="saved" role="status" data-saved></p>`,
    problem,
    panels: html`<section class="panel" id="clock" data-part="clock">${clockPanel(account)}</section>
      <section class="panel" id="subscriptions" data-part="subscriptions">${subscriptionsPanel(account)}</section>
      <section class="panel" id="payments" data-part="payments">${paymentsPanel(account)}</section>
      <section class="panel" id="sent" data-part="sent">${webhooksPanel(page)}</section>
      ${razorpayDials(account.state.dials, 'dials')}`,
    aside: html`${webhookForm(page)}${specialsPanel('Keys', KEYS, 'Any other key ID of test mode works, too.')}`,
  })
}

const KEYS = {
  rzp_test_sandbox: 'Key ID',
  [KEY_SECRET]: 'Key secret',
}

function webhookForm({ account, typed, isAsked = false }: PaymentsPage): Html {
  const { webhook } = account.state.content
  return html`<section class="panel ${isAsked && 'asked'}" id="webhook">
    <header>
      <h2>Webhook</h2>
      <span class="badge end ${webhook === null ? 'mellow' : 'good'}"
        >${webhook === null ? 'no address yet' : 'address set'}</span
      >
    </header>
    <form class="fields" method="post" action="/payments/webhook">
      ${isAsked && html`<p class="ask">Notifly wants to hear about payments. Save to confirm.</p>`}
      ${textField({
        name: 'url',
        label: 'Webhook URL',
        value: typed?.url ?? webhook?.url ?? '',
        help: 'All events are sent there.',
        type: 'url',
        placeholder: 'http://localhost:3000/hooks/razorpay/…',
      })}
      ${textField({
        name: 'secret',
        label: 'Secret',
        value: typed?.secret || (webhook?.secret ?? USUAL_WEBHOOK_SECRET),
        help: 'Signs every event.',
        maxLength: 200,
      })}
      <p class="actions">
        <button class="btn primary">Save</button>
        ${webhook !== null && html`<button class="btn" name="remove" value="1" formnovalidate>Remove</button>`}
      </p>
    </form>
  </section>`
}
