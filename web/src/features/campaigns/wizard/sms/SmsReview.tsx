import { useTranslation } from 'react-i18next'
import { type KeyValue, KeyValues } from '../../../../ui/layout/KeyValues.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { ContentText, useOutlineRows } from '../what/use-outline-rows.tsx'
import { SmsCost } from './SmsCost.tsx'

/** The review's lines about the text message. */
export function SmsReview() {
  const { t } = useTranslation(['campaigns', 'messages'])
  const { values, content } = useWizard()
  const outline = useOutlineRows()
  const rows: (KeyValue | false)[] = [
    outline.sender,
    {
      id: 'text',
      label: t('messages:sms.text'),
      value: (
        <span className="whitespace-pre-wrap">
          <ContentText text={content.text} />
        </span>
      ),
    },
    content.templateName !== null && {
      id: 'template',
      label: t('what.template'),
      value: <ContentText text={content.templateName} />,
    },
    outline.link,
    { id: 'class', label: t('messages:sms.class'), value: t(`messages:sms.classes.${values.message_class}`) },
    content.text.trim() !== '' && { id: 'cost', label: t('messages:sms.cost'), value: <SmsCost /> },
  ]
  return <KeyValues texts items={rows.filter(row => row !== false)} />
}
