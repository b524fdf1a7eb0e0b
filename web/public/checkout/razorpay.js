/** What Razorpay's script takes (https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/). */
export function show(order, { onPaid, onDismissed }) {
  const { key, name, description, amount, currency, prefill, order_id, subscription_id, accent, language } = order
  const checkout = new window.Razorpay({
    key,
    name,
    description,
    amount,
    currency,
    prefill,
    ...(order_id === undefined ? { subscription_id } : { order_id }),
    theme: { color: accent },
    // Of our languages it has these two.
    config: { display: { language: language === 'hi' ? 'hi' : 'en' } },
    handler: ({ razorpay_payment_id: payment_id, razorpay_signature: signature }) => onPaid({ payment_id, signature }),
    modal: { ondismiss: onDismissed },
  })
  checkout.open()
}
