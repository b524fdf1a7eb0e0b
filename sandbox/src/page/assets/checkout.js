// The checkout: pays by a call to the sandbox, and tells the page around it how that went.

const main = document.querySelector('[data-checkout]')
const { isHosted, look, ...asked } = JSON.parse(main.dataset.checkout)
const form = document.querySelector('[data-pay]')
const problem = document.querySelector('[data-problem]')
const leave = document.querySelector('[data-leave]')
let isPaid = false

if (CSS.supports('color', look.color)) document.documentElement.style.setProperty('--brand', look.color)
form?.addEventListener('submit', event => {
  event.preventDefault()
  void finish(event.submitter.dataset.outcome)
})
for (const button of document.querySelectorAll('[data-close], [data-abandon]')) {
  button.addEventListener('click', askToLeave)
}
document.querySelector('[data-stay]').addEventListener('click', () => leave.close())
document.querySelector('[data-really]').addEventListener('click', dismiss)
document.body.addEventListener('click', event => {
  if (event.target === document.body && look.backdropclose) askToLeave()
})
// The key that closes the question does not close the checkout, too; and a frame that is gone before the key is up loses it.
let isLeaving = false
addEventListener('keydown', event => {
  if (event.key === 'Escape') isLeaving = !leave.open
})
addEventListener('keyup', event => {
  if (event.key === 'Escape' && isLeaving && look.escape && !isHosted) askToLeave()
})
// Without this script its buttons would lead elsewhere, so they wait for it.
if (form) setBusy(false)

/** `pay`, `fail`, or `lose`: it is paid, and the page never hears of it. */
async function finish(outcome) {
  const pressed = document.activeElement
  problem.hidden = true
  setBusy(true)
  try {
    const { paid, failed } = await pay(outcome === 'fail')
    if (failed) {
      say(failed.description)
      tell({ type: 'failed', error: failed })
    } else if (outcome === 'lose') {
      isPaid = true
      showDone('Paid, and not told', 'The page doesn’t know: reload it, as a person would after a crash.')
    } else {
      isPaid = true
      if (isHosted) showDone('Done', 'You can close this page.')
      else tell({ type: 'paid', response: paid })
    }
  } catch (error) {
    say(error.message)
  } finally {
    setBusy(false)
    if (!isPaid) pressed.focus()
  }
}

async function pay(fails) {
  const { name, description, prefill_name: payer, prefill_email: email, prefill_contact: contact } = look
  const answer = await fetch('/razorpay/checkout/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      asked,
      isHosted,
      fails,
      instrument: chosenInstrument(),
      name: payer,
      email,
      contact,
      description: description || name,
    }),
  })
  const { success, data, message, errors } = await answer.json()
  if (!success) throw new Error(errors?.[0]?.message ?? message)
  return data
}

function chosenInstrument() {
  const values = Object.fromEntries(new FormData(form))
  if (values.method === 'upi') return { method: 'upi', vpa: values.vpa.trim() }
  if (values.method === 'wallet') return { method: 'wallet', wallet: 'paypal' }
  return { method: 'card', network: values.network, last4: values.last4, international: values.issued === 'abroad' }
}

function askToLeave() {
  if (look.confirm_close && !isPaid) leave.showModal()
  else dismiss()
}

function dismiss() {
  leave.close()
  tell({ type: 'dismissed' })
}

/** Only the page that has asked. */
function tell(message) {
  if (!isHosted && look.origin !== '') parent.postMessage(message, look.origin)
}

function say(words) {
  problem.textContent = words
  problem.hidden = false
}

function setBusy(isBusy) {
  form.toggleAttribute('aria-busy', isBusy)
  for (const button of form.querySelectorAll('[data-outcome]')) button.disabled = isBusy
}

function showDone(title, words) {
  form.hidden = true
  const done = document.querySelector('[data-done]')
  document.querySelector('[data-done-title]').textContent = title
  document.querySelector('[data-done-words]').textContent = words
  done.hidden = false
  done.focus()
}
