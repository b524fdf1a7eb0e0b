import { counted, fullTime } from '../../../page/formats.ts'
import { html, type Html, type HtmlValue } from '../../../page/html.ts'
import { isCharged } from '../actions.ts'
import { amountField, moneyWords } from '../api/input.ts'
import { acceptsNewInstrument } from '../authorise.ts'
import type { ClockStep } from '../clock.ts'
import { planOf } from '../cycles.ts'
import type { Payment, SubscriptionStatus } from '../entities.ts'
import { instrumentWords } from '../instrument.ts'
import { LISTED_MAX, listedOf } from './webhooks.ts'
import type { Account } from '../payments.ts'
import { periodWords } from '../periods.ts'
import type { SubscriptionRecord } from '../state.ts'

const LEAP_WORDS: Record<ClockStep, string> = {
  day: '+1 day',
  month: '+1 month',
  year: '+1 year',
  next: 'To the next charge',
}

/** The account's time, with buttons that move it. */
export function clockPanel({ state }: Account): Html {
  const days = Math.floor(state.content.ahead / 86_400)
  return html`<header>
      <h2>Clock</h2>
      <span class="muted end">${days === 0 ? 'as everywhere' : `${counted(days, 'day')} ahead`}</span>
    </header>
    <form class="clock" method="post" action="/payments">
      <input type="hidden" name="do" value="leap" /><input type="hidden" name="part" value="clock" />
      <span class="words num">${fullTime(state.now() * 1000)}</span>
      ${Object.entries(LEAP_WORDS).map(([by, words]) => html`<button class="btn sm" name="by" value="${by}">${words}</button>`)}
    </form>
    <footer>What falls due on the way happens: renewals, retries, cancellations. It never goes back.</footer>`
}

const TONES: Record<SubscriptionStatus, string> = {
  created: '',
  authenticated: 'good',
  active: 'good',
  pending: 'mellow',
  halted: 'bad',
  paused: 'mellow',
  cancelled: '',
  completed: '',
  expired: '',
}

/** Each subscription, with the actions that its customer or the account's owner may take. */
export function subscriptionsPanel(account: Account): Html {
  const { subscriptions } = account.state.content
  return html`<header>
      <h2>Subscriptions</h2>
      <span class="muted end">${listedOf(subscriptions.length, 'subscription')}</span>
    </header>
    ${
      subscriptions.length === 0
        ? html`<p>Nothing yet. Subscribe to a plan in Notifly.</p>`
        : html`<ul class="entries">
            ${subscriptions
              .slice(-LISTED_MAX)
              .toReversed()
              .map(record => subscriptionRow(account, record))}
          </ul>`
    }`
}

function subscriptionRow(account: Account, record: SubscriptionRecord): Html {
  const { entity, instrument, scheduled, cancel_at_cycle_end: endsLater, fail_next: failing } = record
  const { status, id, paid_count: paid, total_count: total } = entity
  const plan = planOf(account, record)
  const price = moneyWords(plan.item.amount * entity.quantity, plan.item.currency)
  const isOver = status === 'cancelled' || status === 'completed' || status === 'expired'
  const next = !isOver && entity.charge_at !== null && html`, next charge ${fullTime(entity.charge_at * 1000)}`
  return html`<li>
    <span class="words">
      <span class="label">${plan.item.name}, ${price} every ${periodWords(plan)}</span>
      <span class="help mono">${id}</span>
      <span class="help"
        >${instrument === null ? 'Not authorized' : instrumentWords(instrument)}. ${paid} of ${total} paid${next}.</span
      >
    </span>
    <span class="badges">
      ${failing > 0 && html`<span class="badge mellow">${failing === 1 ? 'next charge fails' : `next ${failing} charges fail`}</span>`}
      ${scheduled !== null && html`<span class="badge">changes at cycle end</span>`}
      ${endsLater && !isOver && html`<span class="badge mellow">ends with its cycle</span>`}
      <span class="badge ${TONES[status]}">${status}</span>
    </span>
    <form method="post" action="/payments">
      <input type="hidden" name="subscription" value="${id}" /><input type="hidden" name="part" value="subscriptions" />
      ${(status === 'created' || acceptsNewInstrument(entity)) && html`<a class="btn sm" href="${new URL(entity.short_url).pathname}">${status === 'created' ? 'Authorize' : 'New payment method'}</a>`}
      ${isCharged(record) && action('fail_next', 'Fail next charge', id)}
      ${(status === 'active' || status === 'pending') && action('halt', 'Halt', id)}
      ${!isOver && entity.current_end !== null && !endsLater && action('cancel_later', 'Cancel at cycle end', id)}
      ${!isOver && action('cancel', 'Cancel', id)}
    </form>
  </li>`
}

function action(what: string, words: string, id: string): Html {
  return html`<button class="btn sm" name="do" value="${what}" aria-label="${words}: ${id}">${words}</button>`
}

/** Payments, newest first, each with a refund of what is left. */
export function paymentsPanel({ state }: Account): Html {
  const { payments } = state.content
  return html`<header>
      <h2>Payments</h2>
      <span class="muted end">${listedOf(payments.length, 'payment')}</span>
    </header>
    ${
      payments.length === 0
        ? html`<p>Nothing yet. Pay something at the checkout.</p>`
        : html`<ul class="entries">
            ${payments.slice(-LISTED_MAX).toReversed().map(paymentRow)}
          </ul>`
    }`
}

function paymentRow(payment: Payment): Html {
  const { id, amount, currency, amount_refunded: refunded, created_at: at, description } = payment
  const [tone, words] = fateOf(payment)
  const about: HtmlValue = description === null || description === '' ? '' : `${description}, `
  return html`<li>
    <span class="words">
      <span class="label">${moneyWords(amount, currency)}, ${instrumentWords(payment)}</span>
      <span class="help mono">${id}</span>
      <span class="help">${about}${fullTime(at * 1000)}</span>
    </span>
    <span class="badges"><span class="badge ${tone}">${words}</span></span>
    ${
      payment.status === 'captured' &&
      html`<form class="refund" method="post" action="/payments">
        <input type="hidden" name="do" value="refund" /><input type="hidden" name="part" value="payments" />
        <span class="input sm"
          ><input
            name="amount"
            value="${amountField(amount - refunded, currency)}"
            inputmode="decimal"
            autocomplete="off"
            required
            aria-label="Amount of the refund of ${id}"
          /><span class="muted">${currency}</span></span
        >
        <button class="btn sm" name="payment" value="${id}" aria-label="Refund ${id}">Refund</button>
      </form>`
    }
  </li>`
}

function fateOf({ status, amount_refunded: refunded, currency }: Payment): readonly [tone: string, words: string] {
  if (status === 'failed') return ['bad', 'failed']
  if (status === 'refunded') return ['', 'refunded']
  return refunded > 0 ? ['mellow', `${moneyWords(refunded, currency)} refunded`] : ['good', status]
}
