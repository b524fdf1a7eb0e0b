import type { Subscription } from '@notifly/contracts/billing/subscriptions'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { useChangeWords } from './use-change-words.ts'

interface WaitingChangeProps {
  subscription: Subscription
  /** Actions on the change. */
  children?: ReactNode
}

/** A pending change of plan, in progress or due at the end of the period. */
export function WaitingChange({ subscription, children }: WaitingChangeProps) {
  const words = useChangeWords(subscription)
  if (words === undefined) return null
  return (
    <Alert tone="info" className="mb-4" title={words.title}>
      <span className="block">
        {words.costs} {children}
      </span>
    </Alert>
  )
}
