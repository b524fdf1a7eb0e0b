import { useTranslation } from 'react-i18next'
import { StarterRow } from '../../../components/starters/StarterRow.tsx'

// Merge fields have the catalogue's own braces: nothing is filled in here.
const RAW = { skipInterpolation: true } as const
const SMS_STARTERS = ['welcome', 'code', 'shipped', 'reminder', 'sale'] as const
const PUSH_STARTERS = ['welcome', 'cart', 'stock', 'sale', 'event'] as const

/** Examples for an SMS that nothing is written in yet. */
export function SmsStarters({ onChoose }: { onChoose: (words: { name: string; text: string }) => void }) {
  const { t } = useTranslation('gallery')
  return (
    <StarterRow
      label={t('texts.label')}
      starters={SMS_STARTERS.map(id => ({ id, name: t(`texts.sms.${id}.name`) }))}
      onChoose={({ id, name }) => onChoose({ name, text: t(`texts.sms.${id}.text`, RAW) })}
    />
  )
}

interface PushStartersProps {
  onChoose: (words: { name: string; campaignTitle: string; campaignMsg: string }) => void
}

/** The same for a notification. */
export function PushStarters({ onChoose }: PushStartersProps) {
  const { t } = useTranslation('gallery')
  return (
    <StarterRow
      label={t('texts.label')}
      starters={PUSH_STARTERS.map(id => ({ id, name: t(`texts.push.${id}.name`) }))}
      onChoose={({ id, name }) =>
        onChoose({
          name,
          campaignTitle: t(`texts.push.${id}.title`, RAW),
          campaignMsg: t(`texts.push.${id}.text`, RAW),
        })
      }
    />
  )
}
