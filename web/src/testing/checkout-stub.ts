/** The provider's checkout in tests of what is sold: shows what it was given, and does what a person does there. */

/** In the place of the provider's script, as `web/public/checkout/razorpay.js` opens it. */
const provider = () =>
  URL.createObjectURL(
    new Blob(
      [
        `
  window.Razorpay = class {
    constructor(options) { window.provider = options }
    open() {
      const { amount, currency, order_id, subscription_id } = window.provider
      document.body.textContent = [amount, currency, order_id ?? subscription_id].join(' ')
    }
  }`,
      ],
      { type: 'text/javascript' },
    ),
  )

export const checkout = (script_url = provider()) => ({
  provider: 'razorpay',
  payment_gateway_id: 1,
  key: 'rzp_test',
  script_url,
  name: 'Notifly',
  description: 'Professional',
  amount: 4900,
  currency: 'USD',
  prefill: { name: 'Asha', email: 'asha@palmyra.example' },
})

interface Provider {
  handler: (paid: { razorpay_payment_id: string; razorpay_signature: string }) => void
  modal: { ondismiss: () => void }
}

/** The page in which the checkout is. */
export const frame = () =>
  document.querySelector('iframe')?.contentWindow as (Window & { provider?: Provider }) | null | undefined

export const pay = () => frame()?.provider?.handler({ razorpay_payment_id: 'pay_7', razorpay_signature: 'signed' })
