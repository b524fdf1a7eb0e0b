import { html, type Html } from '../../../page/html.ts'
import { icon } from '../../../page/icons.ts'
import { moneyWords } from '../api/input.ts'
import type { CheckoutOptions, CheckoutTheme, Subject } from './checkout.ts'
import { CARD_NETWORKS, type Method } from '../entities.ts'

export interface CheckoutPage {
  asked: CheckoutOptions
  look: CheckoutTheme
  /** Shown at the subscription's own address rather than in another page's frame. */
  isHosted: boolean
  /** What is to be paid, or why it can't be. */
  subject: Subject | string
}

/** Selects a card, UPI or wallet, and the outcome. Its script does the rest. */
export function checkoutBody(page: CheckoutPage): Html {
  const { subject, look, isHosted } = page
  const settings = JSON.stringify({
    ...page.asked,
    isHosted,
    look,
  })
  return html`<main class="checkout" data-checkout="${settings}">
    <header>
      <div>
        <p class="eyebrow">Razorpay, in the sandbox</p>
        <h1>${look.name || 'Checkout'}</h1>
      </div>
      ${!isHosted && html`<button class="btn ghost icon" type="button" data-close aria-label="Close">${icon('x')}</button>`}
    </header>
    ${typeof subject === 'string' ? refused(subject) : form(subject, page)}
    <p class="foot muted">Test mode. Nothing here leaves this machine.</p>
    <dialog class="dialog" data-leave aria-labelledby="leave-title">
      <header><h2 id="leave-title">Leave without paying?</h2></header>
      <p>Nothing has been paid yet.</p>
      <footer>
        <button class="btn" type="button" data-stay>Stay</button>
        <button class="btn danger" type="button" data-really>Leave</button>
      </footer>
    </dialog>
  </main>`
}

function refused(problem: string): Html {
  return html`<p class="problem" role="alert">${problem}</p>`
}

const METHOD_WORDS: Record<Method, string> = { card: 'Card', upi: 'UPI', wallet: 'PayPal' }

function form(subject: Subject, { look, isHosted }: CheckoutPage): Html {
  const { methods, amount, currency, words, isCardChange } = subject
  const chosen = methods.find(method => method === look.prefill_method) ?? methods[0]
  const money = moneyWords(amount, currency)
  const title = isCardChange ? 'New payment method' : money
  const pay = isCardChange ? (amount > 0 ? `Save and pay ${money}` : 'Save') : `Pay ${money}`
  return html`<div class="due">
      <p class="amount num">${title}</p>
      <p class="muted">${look.description || words}</p>
    </div>
    <form data-pay novalidate>
      <fieldset class="methods">
        <legend class="sr">Payment method</legend>
        ${methods.map(
          method =>
            html`<label class="method"
              ><input
                type="radio"
                name="method"
                value="${method}"
                ${method === chosen && html`checked`}
              />${METHOD_WORDS[method]}</label
            >`,
        )}
      </fieldset>
      ${cardFields()}${upiField()}
      <p class="only-wallet muted">PayPal asks for nothing here.</p>
      <p class="problem" role="alert" data-problem hidden></p>
      <div class="outcomes">
        <button class="btn primary" data-outcome="pay" disabled>${pay}</button>
        <button class="btn" data-outcome="fail" disabled>Let it fail</button>
        ${
          !isHosted &&
          html`<button class="btn" data-outcome="lose" disabled>Pay and lose the browser</button>
            <button class="btn" type="button" data-abandon>Abandon</button>`
        }
      </div>
    </form>
    <div class="done" data-done hidden tabindex="-1">
      <h2 data-done-title></h2>
      <p class="muted" data-done-words></p>
    </div>`
}

function cardFields(): Html {
  return html`<div class="only-card">
    <label class="field"
      ><span class="label">Network</span
      ><span class="input"
        ><select name="network">
          ${CARD_NETWORKS.map(network => html`<option>${network}</option>`)}
        </select></span
      ></label
    >
    <label class="field"
      ><span class="label">Last four digits</span
      ><span class="input"
        ><input name="last4" value="4366" inputmode="numeric" maxlength="4" autocomplete="off" /></span
    ></label>
    <fieldset class="issued">
      <legend class="label">Issued</legend>
      <label class="radio"><input type="radio" name="issued" value="india" />In India</label>
      <label class="radio"><input type="radio" name="issued" value="abroad" checked />Elsewhere</label>
    </fieldset>
  </div>`
}

function upiField(): Html {
  return html`<label class="field only-upi"
    ><span class="label">UPI ID</span
    ><span class="input"><input name="vpa" value="asha@upi" autocomplete="off" spellcheck="false" /></span
  ></label>`
}
