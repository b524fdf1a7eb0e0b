import type { WhatsappParameters } from '@notifly/contracts/campaigns/content'
import { fillVariables, partOf } from '@notifly/contracts/whatsapp-templates/components'
import type { WhatsappTemplate } from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useTranslation } from 'react-i18next'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { useOutlineRows } from '../what/use-outline-rows.tsx'
import { useWizard } from '../state/wizard-context.ts'

/** The review's lines about the message, with its variables filled in. */
export function WhatsappReview() {
  const { values, content } = useWizard()
  const { t } = useTranslation(['campaigns', 'messages'])
  const category = content.whatsapp?.category
  const media = mediaWords(values.parameters, t('messages:whatsapp.kept'))
  const outline = useOutlineRows()
  const rows: (KeyValue | false)[] = [
    outline.sender,
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
    outline.link,
    ...buttonsOf(content.whatsapp, values.parameters).map((words, index) => ({
      id: `button-${index}`,
      label: t('messages:push.button', { number: index + 1 }),
      value: <bdi>{words}</bdi>,
    })),
  ]
  return <KeyValues texts items={rows.filter(row => row !== false)} />
}

/** Describes a header that is a file or a location; empty otherwise. */
function mediaWords({ header }: WhatsappParameters, kept: string): string {
  const { media = '', filename = '', location } = header ?? {}
  const file = /^\d+$/.test(media) ? kept : media
  return [filename, file, location?.name, location?.address].filter(Boolean).join(' · ')
}

/** The label of each button, with its address or code. */
function buttonsOf(template: WhatsappTemplate | undefined, { buttons: values = [] }: WhatsappParameters): string[] {
  const buttons = partOf(template?.components ?? [], 'BUTTONS')?.buttons ?? []
  return buttons.map(({ text, url, phone_number: number }, index) => {
    const value = values.find(each => each.index === index)?.value
    return [text, url === undefined ? (value ?? number) : fillVariables(url, [value])].filter(Boolean).join(' · ')
  })
}

/** Header and text with their variables filled in. */
function filled({ components }: WhatsappTemplate, { header, body }: WhatsappParameters): string {
  const top = fillVariables(partOf(components, 'HEADER')?.text ?? '', [header?.text])
  const text = fillVariables(partOf(components, 'BODY')?.text ?? '', body ?? [])
  return [top, text].filter(Boolean).join('\n')
}
