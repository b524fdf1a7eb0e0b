// The payment provider's checkout in a page of its own, which alone may load its script. The page around sends {open}: what is paid, the
// provider's name and the address of its script. It is told {ready}, {opened}, {paid: {payment_id, signature}}, {dismissed} and {failed}.

addEventListener('message', event => {
  if (event.source !== parent || event.origin !== location.origin) return
  const { open } = event.data ?? {}
  if (open) void start(open).catch(() => tell({ failed: true }))
})

/** `checkout/<provider>.js` knows what the script takes, and exports `show`. */
async function start({ provider, script_url: address, ...order }) {
  const [{ show }] = await Promise.all([import(`./checkout/${provider}.js`), load(address)])
  show(order, { onPaid: paid => tell({ paid }), onDismissed: () => tell({ dismissed: true }) })
  tell({ opened: true })
}

function load(address) {
  const script = document.createElement('script')
  script.src = address
  return new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

function tell(message) {
  parent.postMessage(message, location.origin)
}

tell({ ready: true })
