import { SUBSCRIPTION_STATUS } from '@notifly/contracts/billing/states'
import { listSubscriptions, type Subscription } from '@notifly/contracts/billing/subscriptions'
import type { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/queries.ts'
import { runningOf } from './status.ts'

/** A payment that the provider works on is over within moments, most of the time. */
const PROCESSING_POLL_MS = 5000

export interface Subscriptions {
  /** Undefined while they are read. */
  current: readonly Subscription[] | undefined
  historic: readonly Subscription[] | undefined
  /** Of both. */
  all: readonly Subscription[] | undefined
  error: ApiError | null
  again: () => void
}

/** The subscriptions of the organization, those that run and those that ended. */
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
