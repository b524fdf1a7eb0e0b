/** The label, colour and action for each status of a subscription. */
import { PACKAGE, SUBSCRIPTION_STATUS, type SubscriptionStatus } from '@notifly/contracts/billing/states'
import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import type { BadgeType } from '../../ui/layout/Badge.tsx'
import type { Tone } from '../../ui/layout/tone.ts'

export interface StatusLook {
  /** Translation key below `status` and `invoiceButton`. */
  name: keyof typeof SUBSCRIPTION_STATUS
  badge: { word: 'error' | 'active' | 'pending'; type: BadgeType }
  /** The banner's tone; undefined for an active subscription. */
  banner: Tone | undefined
  /** The available action. */
  act: 'verify' | 'check' | 'retry' | undefined
}

const ERROR = { word: 'error', type: 'danger' } as const
const ACTIVE = { word: 'active', type: 'light-green' } as const
const PENDING = { word: 'pending', type: 'mellow' } as const

const LOOKS: Record<SubscriptionStatus, StatusLook> = {
  0: { name: 'notStarted', badge: ERROR, banner: 'danger', act: 'verify' },
  1: { name: 'processing', badge: ACTIVE, banner: 'info', act: 'check' },
  2: { name: 'active', badge: ACTIVE, banner: undefined, act: undefined },
  3: { name: 'failed', badge: ERROR, banner: 'danger', act: 'retry' },
  4: { name: 'cancelling', badge: PENDING, banner: 'warning', act: undefined },
}

export function lookOf({ status }: Pick<Subscription, 'status'>): StatusLook {
  return LOOKS[status as SubscriptionStatus]
}

/** Whether its plan can be changed: it is active, or it is an annual plan that is due. */
function isChangeable({ status, package_id, ended_on: endedOn }: Subscription): boolean {
  const { active, failed } = SUBSCRIPTION_STATUS
  return endedOn === null && (status === active || (status === failed && package_id === PACKAGE.annual))
}

/** Whether it can be cancelled. */
export function isCancellable({ status, ended_on: endedOn }: Subscription): boolean {
  return endedOn === null && status !== SUBSCRIPTION_STATUS.cancelling
}

/** The subscription in force. One that follows it does not start before it ends. */
export function runningOf(current: readonly Subscription[]): Subscription | undefined {
  const { notStarted, processing } = SUBSCRIPTION_STATUS
  const waiting: readonly number[] = [notStarted, processing]
  return (
    current.find(({ status }) => !waiting.includes(status)) ??
    current.find(({ status }) => status === processing) ??
    current[0]
  )
}

export type Offer = 'choose' | 'change' | 'next'

/**
 * What can be bought: a first plan, a change of the current plan, or a plan that follows a canceled one. Undefined if
 * nothing can.
 */
export function offerOf(current: readonly Subscription[]): Offer | undefined {
  const { notStarted, cancelling } = SUBSCRIPTION_STATUS
  const running = runningOf(current)
  if (running === undefined || running.status === notStarted) return 'choose'
  if (isChangeable(running)) return 'change'
  const isNextChosen = current.some(each => each !== running && each.status !== notStarted)
  return running.status === cancelling && !isNextChosen ? 'next' : undefined
}

/** Whether it only starts after another subscription ends. */
export function startsAfterCurrent({ uuid }: Subscription, current: readonly Subscription[]): boolean {
  const running = runningOf(current)
  return running !== undefined && running.uuid !== uuid && running.status !== SUBSCRIPTION_STATUS.notStarted
}
