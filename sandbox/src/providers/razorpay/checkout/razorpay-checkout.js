// Stands in for Razorpay's checkout.js on pages of the product: `new Razorpay(options).open()` shows the sandbox's checkout in a
// frame above the page, and tells the page what happened there.

'use strict'

// A block of its own: the page has one name more, and no other.
{
  const { origin } = new URL(document.currentScript.src)

  class Razorpay {
    #options
    #listeners = new Map()
    #open

    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
      return this
    }

    open() {
      this.#open ??= showFrame(frameAddress(this.#options), message => this.#hear(message))
      const { timeout } = this.#options
      if (timeout > 0) this.#open.timer = setTimeout(() => this.#dismiss('timeout'), timeout * 1000)
    }

    /** As if the person had left. */
    close() {
      this.#dismiss()
    }

    #hear({ type, response, error }) {
      if (type === 'dismissed') return this.#dismiss()
      if (type === 'failed') return this.#fail(error)
      if (type !== 'paid') return
      this.#hide()
      const { handler, callback_url: url, redirect } = this.#options
      if (url && (redirect || !handler)) postForm(url, response)
      else handler?.(response)
    }

    #fail(error) {
      for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error })
      const { retry, callback_url: url, redirect } = this.#options
      if (url && redirect) return postForm(url, { 'error[code]': error.code, 'error[description]': error.description })
      this.#open.failures += 1
      const isOver = retry === false || retry?.enabled === false || this.#open.failures > (retry?.max_count ?? Infinity)
      if (isOver) this.#dismiss()
    }

    #dismiss(reason) {
      if (!this.#open) return
      this.#hide()
      this.#options.modal?.ondismiss?.(reason)
    }

    #hide() {
      clearTimeout(this.#open?.timer)
      this.#open?.hide()
      this.#open = undefined
    }
  }

  function frameAddress(options) {
    const { prefill = {}, theme = {}, modal = {} } = options
    const asked = {
      origin: location.origin,
      key: options.key,
      order_id: options.order_id,
      subscription_id: options.subscription_id,
      subscription_card_change: options.subscription_card_change ? 'true' : undefined,
      amount: options.amount,
      currency: options.currency,
      name: options.name,
      description: options.description,
      color: theme.color,
      prefill_name: prefill.name,
      prefill_email: prefill.email,
      prefill_contact: prefill.contact,
      prefill_method: prefill.method,
      confirm_close: modal.confirm_close,
      escape: modal.escape,
      backdropclose: modal.backdropclose,
    }
    const address = new URL('/razorpay/checkout', origin)
    for (const [name, value] of Object.entries(asked)) {
      if (value !== undefined && value !== null) address.searchParams.set(name, value)
    }
    return address.href
  }

  /** Everything else cannot be reached until the frame is hidden again. */
  function showFrame(address, hear) {
    const focused = document.activeElement
    const frame = document.createElement('iframe')
    frame.src = address
    frame.title = 'Checkout'
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      inlineSize: '100%',
      blockSize: '100%',
      border: '0',
      zIndex: '2147483647',
      // As its page: a frame whose scheme is another one than its page's is painted opaque.
      colorScheme: 'light dark',
    })
    const behind = [...document.body.children].filter(element => !element.inert)
    for (const element of behind) element.inert = true
    document.body.append(frame)
    frame.addEventListener('load', () => frame.focus())
    const listen = event => {
      if (event.source === frame.contentWindow && event.origin === origin) hear(event.data)
    }
    addEventListener('message', listen)
    return {
      failures: 0,
      hide() {
        removeEventListener('message', listen)
        frame.remove()
        for (const element of behind) element.inert = false
        focused?.focus?.()
      },
    }
  }

  function postForm(action, values) {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action, hidden: true })
    for (const [name, value] of Object.entries(values)) {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    }
    document.body.append(form)
    form.submit()
  }

  window.Razorpay = Razorpay
}
