import { PACKAGE } from '@notifly/contracts/billing/states'
import {
  createSubscription,
  listSubscriptions,
  refreshSubscription,
  type Subscription,
} from '@notifly/contracts/billing/subscriptions'
import { useWrite } from '../../api/queries.ts'
import { BILLING_READS } from './billing-reads.ts'
import type { OpenCheckout } from './checkout/use-checkout.tsx'

/** What can be done about a status: each reads again what it may have changed. */
export function useBillingActs(openCheckout: OpenCheckout) {
  const create = useWrite(createSubscription, { refreshes: [listSubscriptions] })
  const refresh = useWrite(refreshSubscription, { refreshes: BILLING_READS })
  return {
    /** Goes on with the payment of a subscription that has not started. */
    verify: async ({ plan_id, package_id }: Pick<Subscription, 'plan_id' | 'package_id'>) => {
      const { data } = await create.mutateAsync({
        body: { plan_id, frequency: package_id === PACKAGE.annual ? 'annually' : 'monthly' },
      })
      openCheckout(data)
    },
    /** Asks the provider how a payment stands. */
    check: ({ uuid }: Subscription) => refresh.mutateAsync({ body: { subscription: uuid } }),
    isBusy: create.isPending || refresh.isPending,
  }
}

export type BillingActs = ReturnType<typeof useBillingActs>
