import { verifyPayment } from '@notifly/contracts/billing/subscriptions'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/queries.ts'
import { BILLING_READS } from '../billing-reads.ts'
import { CheckoutFrame, type Order, type Paid } from './CheckoutFrame.tsx'
import { CheckoutState } from './CheckoutState.tsx'

type Stage = { at: 'paying' | 'broken'; order: Order } | { at: 'verifying'; order: Order; paid: Paid }

export type OpenCheckout = (order: Order) => void

export interface CheckoutOf {
  open: OpenCheckout
  isOpen: boolean
  /** The checkout, or its result. */
  view: ReactNode
}

/** Opens the provider's checkout. A payment counts only once the server has verified it. */
export function useCheckout({ onPaid }: { onPaid: () => void }): CheckoutOf {
  const [stage, setStage] = useState<Stage>()
  const close = () => setStage(undefined)
  const verify = useWrite(verifyPayment, {
    refreshes: BILLING_READS,
    failure: 'form',
    onDone: () => {
      close()
      onPaid()
    },
  })
  const send = (order: Order, { payment_id, signature }: Paid) => {
    setStage({ at: 'verifying', order, paid: { payment_id, signature } })
    const { order_id, subscription_id, checkout } = order
    const { payment_gateway_id } = checkout
    verify.mutate({ body: { order_id, subscription_id, payment_id, signature, payment_gateway_id } })
  }
  return {
    open: order => setStage({ at: 'paying', order }),
    isOpen: stage !== undefined,
    view: stage && (
      <>
        {stage.at === 'paying' && (
          <CheckoutFrame
            order={stage.order}
            onPaid={paid => send(stage.order, paid)}
            onDismissed={close}
            onBroken={() => setStage({ at: 'broken', order: stage.order })}
          />
        )}
        {stage.at === 'broken' && (
          <CheckoutState what="broken" onRetry={() => setStage({ ...stage, at: 'paying' })} onClose={close} />
        )}
        {stage.at === 'verifying' && (
          <CheckoutState
            what={verifyingState(verify.error)}
            error={verify.error}
            onRetry={() => send(stage.order, stage.paid)}
            onClose={() => {
              close()
              onPaid()
            }}
          />
        )}
      </>
    ),
  }
}

/** Errors that mean the payment is refunded. */
const REFUNDED_KEYS = ['billing.otherAmount', 'billing.nothingDue']

function verifyingState(error: ApiError | null): 'verifying' | 'unsure' | 'refunded' {
  if (error === null) return 'verifying'
  return REFUNDED_KEYS.includes(error.key ?? '') ? 'refunded' : 'unsure'
}
