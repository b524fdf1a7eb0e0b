import { useTranslation } from 'react-i18next'
import { useBill } from './use-bill.ts'

/** How many messages the provider will bill for: those that the recipients would really get. */
export function SmsCost() {
  const { t } = useTranslation('messages')
  const bill = useBill()
  if (bill === undefined || bill.sampled === 0) return '–'
  const { recipients, least, most, total, is_exact: isExact, sampled, unsendable } = bill
  const shown = { total, recipients, sampled: sampled + unsendable }
  const sum =
    least === most && unsendable === 0
      ? t(isExact ? 'sms.total' : 'sms.aboutTotal', { count: most, ...shown })
      : t(isExact ? 'sms.mixedTotal' : 'sms.aboutMixedTotal', { least, most, ...shown })
  return (
    <>
      {sum}
      {unsendable > 0 && (
        <span className="mt-0.5 block text-12 text-danger-ink">{t('sms.unsendable', { count: unsendable })}</span>
      )}
    </>
  )
}
