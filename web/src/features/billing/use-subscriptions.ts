import { SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { listSubscriptions, type Subscription } from '@notifly/contracts/billing/subscriptions'
import type { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/queries.ts'
import { runningOf } from './status.ts'

/** Used while the provider processes a payment, which usually takes moments. */
const PROCESSING_POLL_MS = 5000

export interface Subscriptions {
  /** Undefined while loading. */
  current: readonly Subscription[] | undefined
  historic: readonly Subscription[] | undefined
  /** Both lists. */
  all: readonly Subscription[] | undefined
  error: ApiError | null
  again: () => void
}

/** The organization's current and past subscriptions. */
export function useSubscriptions(): Subscriptions {
  const first = useRead(listSubscriptions, { query: { type: 'current' } })
  const isProcessing = runningOf(first.data ?? [])?.status === SUBSCRIPTION_STATUS.processing
  const current = useRead(
    listSubscriptions,
    { query: { type: 'current' } },
    { pollMs: isProcessing && PROCESSING_POLL_MS },
  )
  const historic = useRead(listSubscriptions, { query: { type: 'historic' } })
  return {
    current: current.data,
    historic: historic.data,
    all: current.data && historic.data && [...current.data, ...historic.data],
    error: (current.data ? null : current.error) ?? (historic.data ? null : historic.error),
    again: () => void Promise.all([current.refetch(), historic.refetch()]),
  }
}
