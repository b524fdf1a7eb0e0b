import { PACKAGE, SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import {
  createSubscription,
  listSubscriptions,
  refreshSubscription,
  type Subscription,
  updateSubscription,
} from '@notifly/contracts/billing/subscriptions'
import { useWrite } from '../../api/queries.ts'
import { BILLING_READS } from './billing-reads.ts'
import { isFollowing, runningOf } from './status.ts'
import type { OpenCheckout } from './checkout/use-checkout.tsx'

/** What can be done about the status of one of the current subscriptions: each act reads again what it may have changed. */
export function useBillingActs(openCheckout: OpenCheckout, current: readonly Subscription[]) {
  const create = useWrite(createSubscription, { refreshes: [listSubscriptions] })
  const follow = useWrite(updateSubscription, { refreshes: [listSubscriptions] })
  const refresh = useWrite(refreshSubscription, { refreshes: BILLING_READS })
  return {
    /** Goes on with the payment of a subscription that has not started, or pays for the next year of one. */
    pay: async (subscription: Subscription) => {
      const { plan_id, package_id } = subscription
      // What follows a plan that was canceled is bought; what takes the place of one that goes on is a change of that.
      const isChange = runningOf(current)?.status !== SUBSCRIPTION_STATUS.cancelling
      if (isChange && isFollowing(subscription, current)) {
        const { checkout, subscription_id } = (await follow.mutateAsync({ body: { plan_id } })).data
        if (checkout) openCheckout({ checkout, subscription_id })
        return
      }
      const { data } = await create.mutateAsync({
        body: { plan_id, frequency: package_id === PACKAGE.annual ? 'annually' : 'monthly' },
      })
      openCheckout(data)
    },
    /** Asks the provider how a payment stands. */
    check: ({ uuid }: Subscription) => refresh.mutateAsync({ body: { subscription: uuid } }),
    isBusy: create.isPending || follow.isPending || refresh.isPending,
  }
}

export type BillingActs = ReturnType<typeof useBillingActs>
