import type { PaymentHook } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useSpans } from './use-spans.ts'

/** Where plans are sold: the address that the payment provider has to know, and whether it uses it. */
export function PaymentsPanel({ hook, at }: { hook: PaymentHook; at: number }) {
  const { t } = useTranslation('operator')
  const { span } = useSpans()
  const { provider, address, reported_on: last } = hook
  return (
    <Panel title={t('payments.title')} footer={last === null ? t('payments.enter', { provider }) : undefined}>
      <KeyValues
        texts
        items={[
          {
            id: 'address',
            label: t('payments.address'),
            value: (
              <span className="flex items-center gap-2">
                <bdi className="min-w-0 font-mono text-12 break-all">{address}</bdi>
                <CopyButton iconOnly text={address} label={t('payments.copy')} />
              </span>
            ),
          },
          {
            id: 'last',
            label: t('payments.last'),
            value: last === null ? t('payments.never') : t('backups.ago', { span: span(Math.max(0, at - last)) }),
          },
        ]}
      />
    </Panel>
  )
}
