import type { Plan } from '@notifly/contracts/billing/plans'
import { PACKAGE } from '@notifly/contracts/billing/states'
import { confirmAnnualChange, previewChange, updateSubscription } from '@notifly/contracts/billing/subscriptions'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import { useRead, useWrite } from '../../../api/queries.ts'
import { useMoney } from '../../../components/billing/use-money.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import type { OpenCheckout } from '../checkout/use-checkout.tsx'
import { BILLING_READS } from '../billing-reads.ts'

interface ChangeDialogProps {
  plan: Plan
  openCheckout: OpenCheckout
  onClose: () => void
  onDone: () => void
}

/** Confirms a change of plan: what it costs, when it takes effect and how it is paid. */
export function ChangeDialog({ plan, openCheckout, onClose, onDone }: ChangeDialogProps) {
  const { t } = useTranslation('billing')
  const { money } = useMoney()
  const { longDay } = useDisplay()
  const { data, error } = useRead(previewChange, { query: { plan_id: plan.id } })
  const change = useChange(plan, openCheckout, onDone)
  const failure: ApiError | null = error ?? change.error
  return (
    <ConfirmDialog
      tone="primary"
      onOpenChange={onClose}
      title={t(`change.${data?.type ?? 'title'}`, { plan: plan.name })}
      action={t('change.continue')}
      disabled={data === undefined}
      loading={change.isPending}
      error={failure && translateSentence(failure)}
      onConfirm={() => change.make()}
    >
      {data ? (
        <p>
          {t(`change.how.${data.how}`, {
            plan: plan.name,
            amount: money(data.amount, data.currency),
            date: longDay(data.date),
          })}
        </p>
      ) : (
        !error && <Skeleton height="2.5rem" />
      )}
    </ConfirmDialog>
  )
}

/** Makes the change. A monthly plan is updated, an annual one confirmed; both may require a payment. */
function useChange(plan: Plan, openCheckout: OpenCheckout, onDone: () => void) {
  const options = { refreshes: BILLING_READS, failure: 'form' } as const
  const monthly = useWrite(updateSubscription, {
    ...options,
    onDone: ({ data: { checkout, subscription_id } }) =>
      checkout ? openCheckout({ checkout, subscription_id }) : onDone(),
  })
  const annual = useWrite(confirmAnnualChange, {
    ...options,
    onDone: ({ data: { checkout, order_id } }) => (checkout ? openCheckout({ checkout, order_id }) : onDone()),
  })
  const write = plan.package_id === PACKAGE.annual ? annual : monthly
  return {
    make: () => write.mutate({ body: { plan_id: plan.id } }),
    isPending: write.isPending,
    error: write.error,
  }
}
