import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'

/** "about 3 min left", in the unit that people would choose. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  if (seconds < 60) return t('progress.secondsLeft', { count: seconds, shown: number(seconds) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t('progress.minutesLeft', { count: minutes, shown: number(minutes) })
  const hours = Math.round(seconds / 3600)
  return t('progress.hoursLeft', { count: hours, shown: number(hours) })
}
