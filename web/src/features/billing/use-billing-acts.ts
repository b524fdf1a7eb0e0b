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
import { startsAfterCurrent, runningOf } from './status.ts'
import type { OpenCheckout } from './checkout/use-checkout.tsx'

/** The actions on current subscriptions. Each one refreshes the data it may change. */
export function useBillingActs(openCheckout: OpenCheckout, current: readonly Subscription[]) {
  const create = useWrite(createSubscription, { refreshes: [listSubscriptions] })
  const update = useWrite(updateSubscription, { refreshes: [listSubscriptions] })
  const refresh = useWrite(refreshSubscription, { refreshes: BILLING_READS })
  return {
    /** Continues the payment of a subscription that has not started, or pays for the next year. */
    pay: async (subscription: Subscription) => {
      const { plan_id, package_id } = subscription
      // A plan that follows a canceled one is bought as a new subscription; one that replaces a running plan is a
      // change of it.
      const isChange = runningOf(current)?.status !== SUBSCRIPTION_STATUS.cancelling
      if (isChange && startsAfterCurrent(subscription, current)) {
        const { checkout, subscription_id } = (await update.mutateAsync({ body: { plan_id } })).data
        if (checkout) openCheckout({ checkout, subscription_id })
        return
      }
      const { data } = await create.mutateAsync({
        body: { plan_id, frequency: package_id === PACKAGE.annual ? 'annually' : 'monthly' },
      })
      openCheckout(data)
    },
    /** Asks the provider for the payment's status. */
    check: ({ uuid }: Subscription) => refresh.mutateAsync({ body: { subscription: uuid } }),
    isBusy: create.isPending || update.isPending || refresh.isPending,
  }
}

export type BillingActs = ReturnType<typeof useBillingActs>
