import { variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { useTranslation } from 'react-i18next'

/** Labels of fields whose error messages do not name the field. */
const LABELS = {
  campaignName: 'campaigns:wizard.name',
  emailSubject: 'campaigns:what.subject',
  preheader: 'campaigns:what.preheader',
  reply_to: 'campaigns:what.replyTo',
  template_uuid: 'campaigns:what.template',
  template_name: 'campaigns:what.template',
  topic_uuid: 'campaigns:topic.label',
  'goal.event': 'goals:event',
  'audience.segment_uuids': 'campaigns:who.include',
  'audience.exclude_segment_uuids': 'campaigns:who.exclude',
  smsBody: 'messages:sms.text',
  campaignTitle: 'messages:push.title',
  campaignMsg: 'messages:push.text',
  campaignPageUrl: 'messages:push.page',
  campaignBannerImg: 'messages:push.banner',
  campaignIcon: 'messages:push.icon',
  'parameters.header.location.name': 'whatsapp:choose.placeName',
  'parameters.header.location.address': 'whatsapp:choose.placeAddress',
} as const

/**
 * The label of a field named in a server error, with its variant or button number; undefined if the message alone is
 * enough.
 */
export function useFieldLabel(): (field: string) => string | undefined {
  const { t } = useTranslation(['campaigns', 'goals', 'messages', 'whatsapp', 'ab-test'])
  return field => {
    const [, variant, own = field] = /^ab_test\.variants\.(\d)\.?(.*)$/.exec(field) ?? []
    const [, button] = /^actions\.(\d)\./.exec(own) ?? []
    const label = Object.hasOwn(LABELS, own) ? t(LABELS[own as keyof typeof LABELS]) : undefined
    const names = [
      variant !== undefined && t('ab-test:variant', { letter: variantLetter(Number(variant) + 1) }),
      button === undefined ? label : t('messages:push.button', { number: Number(button) + 1 }),
    ]
    return names.filter(Boolean).join(', ') || undefined
  }
}
