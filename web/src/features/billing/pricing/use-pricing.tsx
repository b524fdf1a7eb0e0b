import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import { type ReactNode, useState } from 'react'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { paths } from '../../../paths.ts'
import { type OpenCheckout, useCheckout } from '../checkout/use-checkout.tsx'
import { billingState } from '../list/billing-state.ts'
import { offerOf, runningOf } from '../status.ts'
import { PricingDialog } from './PricingDialog.tsx'

interface Pricing {
  show: () => void
  openCheckout: OpenCheckout
  /** The dialog of plans if the address opens it, and the checkout on top. */
  view: ReactNode
}

/**
 * The dialog of plans and the checkout. After a change it goes to the list of subscriptions. `current` is undefined while
 * loading.
 */
export function usePricing(current: readonly Subscription[] | undefined): Pricing {
  const slug = useSlug()
  const goTo = useGoTo()
  const [{ plans }, change] = useUrlState(billingState)
  const leave = () => void goTo(paths.subscription(slug))
  const checkout = useCheckout({ onPaid: leave })
  const offer = current && offerOf(current)
  const isOpen = useOpenOnce(plans !== '', offer !== undefined)
  return {
    show: () => change({ plans: 'monthly' }),
    openCheckout: checkout.open,
    view: (
      <>
        {current && plans !== '' && isOpen && (
          <PricingDialog
            tab={plans}
            onTab={tab => change({ plans: tab }, { replace: true })}
            running={runningOf(current)}
            offer={offer}
            openCheckout={checkout.open}
            open={!checkout.isOpen}
            onClose={() => change({ plans: '' }, { replace: true })}
            onDone={leave}
          />
        )}
        {checkout.view}
      </>
    ),
  }
}

/**
 * Whether the dialog that the address names is open. It opens only if there is something to buy; a purchase that changes
 * this does not close it.
 */
function useOpenOnce(isNamed: boolean, mayOpen: boolean): boolean {
  const [wasOpen, setOpen] = useState(false)
  const isOpen = isNamed && (wasOpen || mayOpen)
  if (isOpen !== wasOpen) setOpen(isOpen)
  return isOpen
}
