import { CHANNEL_FORMS } from '@notifly/contracts/channel-settings/channels'
import type { PricedChannel } from '@notifly/contracts/channel-settings/prices'
import { useTranslation } from 'react-i18next'
import { ReopenBanner } from '../../components/approvals/ReopenBanner.tsx'
import { useApprovalLabel } from '../../components/approvals/use-approval-label.ts'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { CategoryPrices, CountryPrices, CurrencyField } from './PriceFields.tsx'
import { type PriceValues, usePricesForm } from './use-prices-form.ts'

interface PricesDialogProps {
  channel: PricedChannel
  start: PriceValues
  /** The rejected request that is being corrected. */
  reopened: Reopened
  onClose: () => void
}

/** Prices are entered as a whole. */
export function PricesDialog({ channel, start, reopened, onClose }: PricesDialogProps) {
  const { t } = useTranslation('channels')
  const approvalLabel = useApprovalLabel(CHANNEL_FORMS[channel].activity)
  const { form, save } = usePricesForm(channel, start, { reopens: reopened.reopens, onSaved: onClose })
  return (
    <FormDialog
      form={form}
      banner={<ReopenBanner request={reopened.request} />}
      onClose={onClose}
      onSubmit={save}
      title={t('prices.title')}
      action={approvalLabel(t('prices.save'))}
    >
      <p className="text-ink-2">{t(`prices.text.${channel}`)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CurrencyField form={form} />
        {channel === 'sms' ? <CountryPrices form={form} /> : <CategoryPrices form={form} />}
      </div>
    </FormDialog>
  )
}
