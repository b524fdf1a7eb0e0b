import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { useSmsPreview } from '../../../../components/sms/use-sms-preview.ts'
import type { Wizard } from '../use-wizard.ts'

/** How many messages the provider will bill for, as long as everybody's text is about as long as that of one contact. */
export function SmsCost({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('messages')
  const { number } = useDisplay()
  const { data } = useSmsPreview(wizard.content.text, undefined)
  const recipients = wizard.estimate.data?.recipients
  if (data === undefined || data.segments === 0 || recipients === undefined) return '–'
  const { segments } = data
  const total = number(recipients * segments)
  const isFixed = !/\{[{%]/.test(wizard.content.text)
  return t(isFixed ? 'sms.total' : 'sms.aboutTotal', {
    count: segments,
    segments: number(segments),
    recipients: number(recipients),
    total,
  })
}
