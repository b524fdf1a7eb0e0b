import { useTranslation } from 'react-i18next'
import { useDayWords } from '../../components/display/use-day-words.ts'
import { CountChip } from '../../ui/controls/ChipButton.tsx'
import { type ContactsState, NOT_BEHIND } from './contacts-address.ts'

export interface BehindChipsProps {
  state: ContactsState
  onClear: (cleared: Partial<ContactsState>) => void
}

/** Whom a dashboard's number counts, as its link named them: pressed until the reader removes it. */
export function BehindChips({
  state: { device, prompt, change, lost_by: lostBy, from, to },
  onClear,
}: BehindChipsProps) {
  const { t } = useTranslation(['contacts', 'common'])
  const dayWords = useDayWords()
  const what = change && t(`behind.${change}`)
  return (
    <>
      {device && (
        <CountChip label={t(`common:channel.${device}`)} pressed onPress={() => onClear({ device: undefined })} />
      )}
      {prompt && (
        <CountChip
          label={t('behind.prompt', { prompt: t(`behind.prompts.${prompt}`) })}
          pressed
          onPress={() => onClear({ prompt: undefined })}
        />
      )}
      {what && (
        <CountChip
          label={from && to ? t('behind.onDays', { what, days: dayWords.range({ from, to }) }) : what}
          pressed
          onPress={() => onClear({ ...NOT_BEHIND, device, prompt })}
        />
      )}
      {change === 'lost' && lostBy && (
        <CountChip
          label={t('behind.because', { reason: t(`behind.lostBy.${lostBy}`) })}
          pressed
          onPress={() => onClear({ lost_by: undefined })}
        />
      )}
    </>
  )
}
