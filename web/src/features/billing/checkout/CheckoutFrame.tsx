import type { Checkout } from '@notifly/contracts/billing/subscriptions'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WindowFrame } from '../../../ui/overlays/WindowFrame.tsx'

/** What is paid: one of the two ids, and what the checkout shows. */
export interface Order {
  checkout: Checkout
  order_id?: string | undefined
  subscription_id?: string | undefined
}

/** What the provider hands over once something was paid. The server checks it. */
export interface Paid {
  payment_id: string
  signature: string
}

export interface CheckoutFrameProps {
  order: Order
  onPaid: (paid: Paid) => void
  onDismissed: () => void
  /** The provider's script did not come, or not in time. */
  onBroken: () => void
}

type Told = { ready?: true; opened?: true; paid?: Paid; dismissed?: true; failed?: true } | null

/** A script that has not come by then does not come. */
const PATIENCE_MS = 20_000
const ACCENT = '#443df6'

/** The provider's checkout, in a page of ours whose policy alone lets the provider's script in. */
export function CheckoutFrame(props: CheckoutFrameProps) {
  const { t, i18n } = useTranslation('billing')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isThere, setThere] = useState(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current.onBroken(), PATIENCE_MS)
    const listen = ({ source, origin, data }: MessageEvent<Told>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || data === null) return
      const { order, onPaid, onDismissed, onBroken } = latest.current
      if (data.ready) frame.current.contentWindow?.postMessage({ open: openOf(order, i18n.language) }, location.origin)
      if (data.opened || data.failed) clearTimeout(timer)
      if (data.opened) setThere(true)
      if (data.paid) onPaid(data.paid)
      if (data.dismissed) onDismissed()
      if (data.failed) onBroken()
    }
    window.addEventListener('message', listen)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', listen)
    }
  }, [i18n])
  return <WindowFrame ref={frame} src="/checkout-frame.html" title={t('checkout.title')} loading={!isThere} />
}

/** What the provider's script in `web/public/checkout` takes. */
function openOf({ checkout, order_id, subscription_id }: Order, language: string) {
  return { ...checkout, order_id, subscription_id, accent: ACCENT, language }
}
