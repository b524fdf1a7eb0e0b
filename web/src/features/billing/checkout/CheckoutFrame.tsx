import type { Checkout } from '@notifly/contracts/billing/subscriptions'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WindowFrame } from '../../../ui/overlays/WindowFrame.tsx'

/** What is paid: one of the two ids, and the data that the checkout shows. */
export interface Order {
  checkout: Checkout
  order_id?: string | undefined
  subscription_id?: string | undefined
}

/** The provider's proof of payment, which the server verifies. */
export interface Paid {
  payment_id: string
  signature: string
}

export interface CheckoutFrameProps {
  order: Order
  onPaid: (paid: Paid) => void
  onDismissed: () => void
  /** The provider's script failed to load or took too long. */
  onBroken: () => void
}

type FrameMessage = { ready?: true; opened?: true; paid?: Paid; dismissed?: true; failed?: true } | null

/** After this long the script counts as failed. */
const TIMEOUT_MS = 20_000
const ACCENT = '#443df6'

/**
 * The provider's checkout, in a page of its own whose content security policy is the only one that allows the
 * provider's script.
 */
export function CheckoutFrame(props: CheckoutFrameProps) {
  const { t, i18n } = useTranslation('billing')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current.onBroken(), TIMEOUT_MS)
    const listen = ({ source, origin, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || data === null) return
      const { order, onPaid, onDismissed, onBroken } = latest.current
      if (data.ready)
        frame.current.contentWindow?.postMessage({ open: openMessage(order, i18n.language) }, location.origin)
      if (data.opened || data.failed) clearTimeout(timer)
      if (data.opened) setLoaded(true)
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
  return <WindowFrame ref={frame} src="/checkout-frame.html" title={t('checkout.title')} loading={!isLoaded} />
}

/** The message for the script in `web/public/checkout`. */
function openMessage({ checkout, order_id, subscription_id }: Order, language: string) {
  return { ...checkout, order_id, subscription_id, accent: ACCENT, language }
}
