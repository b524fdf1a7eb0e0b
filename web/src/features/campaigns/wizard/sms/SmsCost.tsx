import { estimateSmsBill, type SmsBill } from '@notifly/contracts/sms/sms'
import { useTranslation } from 'react-i18next'
import { type LiveAnswer, useLiveAnswer } from '../../../../components/form/use-live-answer.ts'
import { PartFailure } from '../../../../components/states/PartFailure.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { Reading } from '../what/use-outline-rows.tsx'

/** Waits for a pause in typing before asking for a new estimate. */
const PAUSE_MS = 600

/** How many messages the provider will bill, estimated from what the recipients would actually get. */
export function SmsCost() {
  const { t } = useTranslation('messages')
  const { data: bill, error, again } = useBill()
  if (error && !bill) return <PartFailure error={error} title={t('sms.costFailed')} onRetry={again} />
  if (bill === undefined) return <Reading />
  if (bill.sampled === 0) return '–'
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

/** The estimated bill for these recipients and this text. */
function useBill(): LiveAnswer<SmsBill> {
  const { values, content } = useWizard()
  const { audience, topic_uuid } = values
  const { text: smsBody, hasShortLinks: track_links } = content
  const body = { audience, topic_uuid, smsBody, track_links }
  return useLiveAnswer(estimateSmsBill, { body }, { pauseMs: PAUSE_MS, enabled: smsBody.trim() !== '' })
}
