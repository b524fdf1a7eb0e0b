import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'

// Merge fields have the catalogue's own braces: nothing is filled in here.
const RAW = { skipInterpolation: true } as const
const SMS_STARTERS = ['welcome', 'code', 'shipped', 'reminder', 'sale'] as const
const PUSH_STARTERS = ['welcome', 'cart', 'stock', 'sale', 'event'] as const

/** Examples for an SMS that nothing is written in yet. */
export function SmsStarters({ onChoose }: { onChoose: (words: { name: string; text: string }) => void }) {
  const { t } = useTranslation('gallery')
  return (
    <Row
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
    <Row
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

interface Named<Id extends string> {
  id: Id
  name: string
}

interface RowProps<Id extends string> {
  starters: readonly Named<Id>[]
  onChoose: (starter: Named<Id>) => void
}

function Row<Id extends string>({ starters, onChoose }: RowProps<Id>) {
  const { t } = useTranslation('gallery')
  return (
    <div role="group" aria-label={t('texts.label')} className="flex flex-wrap items-center gap-2">
      <span className="w-full text-ink-2">{t('texts.label')}</span>
      {starters.map(starter => (
        <Button key={starter.id} size="sm" onClick={() => onChoose(starter)}>
          {starter.name}
        </Button>
      ))}
    </div>
  )
}
