// The payment provider's checkout in a page of its own, which alone may load its script. The page around sends {open: {scriptUrl,
// options}}; it is told {ready}, {opened}, {paid: {payment_id, signature}}, {dismissed} and {failed}.

addEventListener('message', event => {
  if (event.source !== parent || event.origin !== location.origin) return
  const { open } = event.data ?? {}
  if (open) load(open)
})

function load({ scriptUrl, options }) {
  const script = document.createElement('script')
  script.src = scriptUrl
  script.addEventListener('error', () => tell({ failed: true }))
  script.addEventListener('load', () => {
    try {
      show(options)
      tell({ opened: true })
    } catch {
      tell({ failed: true })
    }
  })
  document.head.append(script)
}

function show(options) {
  const checkout = new window.Razorpay({
    ...options,
    handler: ({ razorpay_payment_id: id, razorpay_signature: signature }) =>
      tell({ paid: { payment_id: id, signature } }),
    modal: { ondismiss: () => tell({ dismissed: true }) },
  })
  checkout.open()
}

function tell(message) {
  parent.postMessage(message, location.origin)
}

tell({ ready: true })
