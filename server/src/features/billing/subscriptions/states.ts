/**
 * The one table of what a subscription is: the provider's state, and what we know beside it, become a status of the wire, whether the
 * plan's limits hold, and what a person may do.
 */
import { SUBSCRIPTION_STATUS as STATUS, type SubscriptionStatus } from '@notifly/contracts/billing/states'
import type { MonthlyState, OrderState } from '../../../lib/payments/provider.ts'

/**
 * Of a year, which the provider knows as an order alone: `ahead` when it is paid and begins as soon as another has ended, `due` when its
 * time is over and it may still be renewed, `over` after that.
 */
export type YearState = `order.${OrderState | 'ahead' | 'due' | 'over'}`
export type GatewayState = MonthlyState | YearState

/** `verified`: a browser proved a payment that the provider has not decided on. `cancelling`: somebody cancelled. */
export type Mark = 'none' | 'verified' | 'cancelling'

export type Act = 'pay' | 'renew' | 'change' | 'cancel' | 'cancel_now'

export interface Standing {
  status: SubscriptionStatus
  /** The plan's limits are those of the organization. */
  isRunning: boolean
  isOver: boolean
  acts: readonly Act[]
}

const stands = (status: SubscriptionStatus, ...acts: Act[]): Standing => ({
  status,
  isRunning: false,
  isOver: false,
  acts,
})
const runs = (status: SubscriptionStatus, ...acts: Act[]): Standing => ({ ...stands(status, ...acts), isRunning: true })
const over = (status: SubscriptionStatus): Standing => ({ ...stands(status), isOver: true })
const always = (standing: Standing): Record<Mark, Standing> => ({
  none: standing,
  verified: standing,
  cancelling: standing,
})

const { notStarted, processing, active, failed, cancelling } = STATUS

const UNPAID: Record<Mark, Standing> = {
  none: stands(notStarted, 'pay', 'cancel_now'),
  verified: stands(processing),
  cancelling: stands(cancelling),
}

export const STANDINGS: Record<GatewayState, Record<Mark, Standing>> = {
  created: UNPAID,
  // Its payment method is proven, and the first charge is still to come: at once, or when another plan has ended.
  authenticated: {
    none: stands(processing, 'cancel_now'),
    verified: stands(processing, 'cancel_now'),
    cancelling: stands(cancelling),
  },
  active: {
    none: runs(active, 'change', 'cancel'),
    verified: runs(active, 'change', 'cancel'),
    cancelling: runs(cancelling),
  },
  // The provider tries the charge again, for three days.
  pending: {
    none: runs(failed, 'cancel_now'),
    verified: runs(failed, 'cancel_now'),
    cancelling: runs(cancelling, 'cancel_now'),
  },
  // It has given up, until there is another card.
  halted: {
    none: stands(failed, 'cancel_now'),
    verified: stands(failed, 'cancel_now'),
    cancelling: stands(cancelling, 'cancel_now'),
  },
  // By the operator, at the provider.
  paused: {
    none: stands(failed, 'cancel_now'),
    verified: stands(failed, 'cancel_now'),
    cancelling: stands(cancelling, 'cancel_now'),
  },
  completed: always(over(cancelling)),
  cancelled: always(over(cancelling)),
  expired: always(over(failed)),

  'order.created': UNPAID,
  'order.attempted': UNPAID,
  'order.paid': {
    none: runs(active, 'change', 'cancel', 'renew'),
    verified: runs(active, 'change', 'cancel', 'renew'),
    cancelling: runs(cancelling),
  },
  'order.ahead': {
    none: stands(processing, 'cancel'),
    verified: stands(processing, 'cancel'),
    cancelling: stands(cancelling),
  },
  // A week, in which nothing stops.
  'order.due': {
    none: runs(failed, 'renew', 'cancel_now'),
    verified: runs(processing),
    cancelling: over(cancelling),
  },
  'order.over': always(over(failed)),
}

export interface Marked {
  gateway_state: string
  verified_at: Date | null
  cancel_asked_at: Date | null
}

export function markOf({ verified_at: verified, cancel_asked_at: cancelled }: Omit<Marked, 'gateway_state'>): Mark {
  if (cancelled !== null) return 'cancelling'
  return verified === null ? 'none' : 'verified'
}

export function standingOf(row: Marked): Standing {
  return STANDINGS[row.gateway_state as GatewayState][markOf(row)]
}
