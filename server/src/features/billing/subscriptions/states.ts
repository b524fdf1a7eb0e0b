/**
 * The one table of states: from the provider's state and our own facts follow the status in the API, whether the plan's limits apply, and
 * what a person may do.
 */
import { SUBSCRIPTION_STATUS as STATUS, type SubscriptionStatus } from '@notifly/contracts/billing/states'
import type { MonthlyState, OrderState } from '../../../lib/payments/provider.ts'

/**
 * States of a year, of which the provider knows only the order: `ahead` if it is paid and begins when another ends, `due` if its time is
 * over and it can still be renewed, `over` after that.
 */
export type YearState = `order.${OrderState | 'ahead' | 'due' | 'over'}`
export type GatewayState = MonthlyState | YearState

/** `verified`: a browser reported a payment that the provider has not decided on. `cancelling`: a person cancelled. */
export type Mark = 'none' | 'verified' | 'cancelling'

export type Act = 'pay' | 'renew' | 'change' | 'cancel' | 'cancel_now'

export interface Standing {
  status: SubscriptionStatus
  /** Whether the plan's limits apply to the organization. */
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
  // The payment method is authorised and the first charge is still to come: at once, or when another plan has ended.
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
  // The provider repeats the charge for three days.
  pending: {
    none: runs(failed, 'cancel_now'),
    verified: runs(failed, 'cancel_now'),
    cancelling: runs(cancelling, 'cancel_now'),
  },
  // The provider has given up until there is another card.
  halted: {
    none: stands(failed, 'cancel_now'),
    verified: stands(failed, 'cancel_now'),
    cancelling: stands(cancelling, 'cancel_now'),
  },
  // Paused by the operator, at the provider.
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
  // The plan continues for a week.
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
