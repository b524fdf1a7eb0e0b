import { useTranslation } from 'react-i18next'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { ContentText, useOutlineRows } from '../what/use-outline-rows.tsx'
import { PictureValue } from './PictureValue.tsx'

/** The review's lines about the notification. */
export function PushReview() {
  const { channel, content } = useWizard()
  const { t } = useTranslation(['campaigns', 'messages'])
  const { campaignTitle, campaignMsg, campaignPageUrl, campaignBannerImg, campaignIcon, actions } = content.push
  const isApp = channel === 'mobilepush'
  const outline = useOutlineRows()
  const rows: (KeyValue | false)[] = [
    outline.sender,
    content.templateName !== null && {
      id: 'template',
      label: t('what.template'),
      value: <ContentText text={content.templateName} />,
    },
    { id: 'title', label: t('messages:push.title'), value: <ContentText text={campaignTitle} /> },
    { id: 'text', label: t('messages:push.text'), value: <ContentText text={campaignMsg} /> },
    // For an app the page is optional, and the app always shows its own icon.
    !(isApp && campaignPageUrl === '') && {
      id: 'page',
      label: t('messages:push.page'),
      value: <ContentText text={campaignPageUrl} />,
    },
    !(isApp && campaignBannerImg === '') && {
      id: 'banner',
      label: t('messages:push.banner'),
      value: <PictureValue address={campaignBannerImg} />,
    },
    !isApp &&
      campaignIcon !== '' && {
        id: 'icon',
        label: t('messages:push.icon'),
        value: <PictureValue address={campaignIcon} isIcon />,
      },
    ...actions.map(({ title, action }, index) => ({
      id: `button-${index}`,
      label: t('messages:push.button', { number: index + 1 }),
      value: <bdi>{[title, action].filter(Boolean).join(' · ') || '–'}</bdi>,
    })),
  ]
  return <KeyValues texts items={rows.filter(row => row !== false)} />
}
