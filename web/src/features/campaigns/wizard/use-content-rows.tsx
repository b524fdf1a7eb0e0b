import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import { fillVariables, partOf } from '@notifly/contracts/whatsapp-templates/components'
import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { isContentTested } from './ab-test/test-choice.ts'
import { useTestRows } from './ab-test/use-test-rows.tsx'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import type { KeyValue } from '../../../ui/layout/KeyValues.tsx'
import { PictureValue } from './push/PictureValue.tsx'
import { SmsCost } from './sms/SmsCost.tsx'
import type { Wizard } from './use-wizard.ts'

/** What it says, as lines of the review. */
export function useContentRows(wizard: Wizard): KeyValue[] {
  const mail = useMailRows(wizard)
  const sms = useSmsRows(wizard)
  const whatsapp = useWhatsappRows(wizard)
  const push = usePushRows(wizard)
  const rows = { email: mail, sms, whatsapp, webpush: push, mobilepush: push }
  return rows[wizard.channel].filter(row => row !== false)
}

type Rows = (KeyValue | false)[]

function useMailRows(wizard: Wizard): Rows {
  const { t } = useTranslation(['campaigns', 'messages'])
  const test = useTestRows(wizard)
  const { number, list } = useDisplay()
  const { values, content } = wizard
  const files = values.attachments.map(file => file.filename)
  return [
    ...test,
    test.length === 0 && { id: 'subject', label: t('what.subject'), value: <bdi>{content.subject || '–'}</bdi> },
    content.preheader.trim() !== '' && {
      id: 'preheader',
      label: t('what.preheader'),
      value: <bdi>{content.preheader}</bdi>,
    },
    !isContentTested(values.ab_test) &&
      content.templateName !== null && {
        id: 'template',
        label: t('what.template'),
        value: <bdi>{content.templateName || '–'}</bdi>,
      },
    values.from_name.trim() !== '' && {
      id: 'from',
      label: t('what.fromName'),
      value: <bdi>{values.from_name}</bdi>,
    },
    values.reply_to.trim() !== '' && { id: 'reply', label: t('what.replyTo'), value: <bdi>{values.reply_to}</bdi> },
    files.length > 0 && {
      id: 'files',
      label: t('review.files', { count: files.length, shown: number(files.length) }),
      value: list(files),
    },
  ]
}

function useSmsRows(wizard: Wizard): Rows {
  const { t } = useTranslation(['campaigns', 'messages'])
  const { values, content } = wizard
  return [
    {
      id: 'text',
      label: t('messages:sms.text'),
      value: <bdi className="whitespace-pre-wrap">{content.text || '–'}</bdi>,
    },
    content.templateName !== null && {
      id: 'template',
      label: t('what.template'),
      value: <bdi>{content.templateName || '–'}</bdi>,
    },
    { id: 'class', label: t('messages:sms.class'), value: t(`messages:sms.classes.${values.message_class}`) },
    content.text.trim() !== '' && { id: 'cost', label: t('messages:sms.cost'), value: <SmsCost wizard={wizard} /> },
  ]
}

function useWhatsappRows({ values, content }: Wizard): Rows {
  const { t } = useTranslation(['campaigns', 'messages'])
  const category = content.whatsapp?.category
  const media = mediaWords(values.parameters, t('messages:whatsapp.kept'))
  return [
    {
      id: 'template',
      label: t('what.template'),
      value: <bdi>{[values.template_name, values.language].filter(Boolean).join(' · ') || '–'}</bdi>,
    },
    category !== undefined && {
      id: 'category',
      label: t('messages:whatsapp.category'),
      value: t(`messages:whatsapp.categories.${category}`, { defaultValue: category }),
    },
    media !== '' && { id: 'header', label: t('messages:whatsapp.header'), value: <bdi>{media}</bdi> },
    content.whatsapp !== undefined && {
      id: 'text',
      label: t('messages:whatsapp.title'),
      value: <bdi className="whitespace-pre-wrap">{filled(content.whatsapp, values.parameters)}</bdi>,
    },
    ...buttonsOf(content.whatsapp, values.parameters).map((words, index) => ({
      id: `button-${index}`,
      label: t('messages:push.button', { number: index + 1 }),
      value: <bdi>{words}</bdi>,
    })),
  ]
}

/** Words of a header that is a file or a place; empty where it is neither. */
function mediaWords({ header }: WhatsappParameters, kept: string): string {
  const { media = '', filename = '', location } = header ?? {}
  const file = /^\d+$/.test(media) ? kept : media
  return [filename, file, location?.name, location?.address].filter(Boolean).join(' · ')
}

/** What stands on each button, and the address or the code that it has. */
function buttonsOf(template: WhatsappTemplate | undefined, { buttons: values = [] }: WhatsappParameters): string[] {
  const buttons = partOf(template?.components ?? [], 'BUTTONS')?.buttons ?? []
  return buttons.map(({ text, url, phone_number: number }, index) => {
    const value = values.find(each => each.index === index)?.value
    return [text, url === undefined ? (value ?? number) : fillVariables(url, [value])].filter(Boolean).join(' · ')
  })
}

/** Header and text, with what fills their places. */
function filled({ components }: WhatsappTemplate, { header, body }: WhatsappParameters): string {
  const top = fillVariables(partOf(components, 'HEADER')?.text ?? '', [header?.text])
  const text = fillVariables(partOf(components, 'BODY')?.text ?? '', body ?? [])
  return [top, text].filter(Boolean).join('\n')
}

function usePushRows({ channel, content }: Wizard): Rows {
  const { t } = useTranslation(['campaigns', 'messages'])
  const { campaignTitle, campaignMsg, campaignPageUrl, campaignBannerImg, campaignIcon, actions } = content.push
  const isApp = channel === 'mobilepush'
  return [
    content.templateName !== null && {
      id: 'template',
      label: t('what.template'),
      value: <bdi>{content.templateName || '–'}</bdi>,
    },
    { id: 'title', label: t('messages:push.title'), value: <bdi>{campaignTitle || '–'}</bdi> },
    { id: 'text', label: t('messages:push.text'), value: <bdi>{campaignMsg || '–'}</bdi> },
    // An app opens without a page, and shows no icon but its own.
    !(isApp && campaignPageUrl === '') && {
      id: 'page',
      label: t('messages:push.page'),
      value: <bdi>{campaignPageUrl || '–'}</bdi>,
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
}
