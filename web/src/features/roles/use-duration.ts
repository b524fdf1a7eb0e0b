import { SLA_MINUTES } from '@notifly/contracts/roles/roles'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../ui/controls/options/option.ts'

const HOUR_MINUTES = 60

/** "15 mins", "4 hours", "4 hours 15 mins". */
export function useDuration(): (minutes: number) => string {
  const { t } = useTranslation('roles')
  return minutes => {
    const hours = Math.floor(minutes / HOUR_MINUTES)
    const rest = minutes % HOUR_MINUTES
    const words = [
      hours > 0 ? t('duration.hours', { count: hours }) : '',
      rest > 0 ? t('duration.minutes', { count: rest }) : '',
    ]
    return words.filter(Boolean).join(' ')
  }
}

/** Everything that approvers can be given, from 15 minutes to two days. */
export function useDurations(): Option[] {
  const duration = useDuration()
  const { least, most, step } = SLA_MINUTES
  return Array.from({ length: (most - least) / step + 1 }, (_, at) => {
    const minutes = least + at * step
    return { value: String(minutes), label: duration(minutes) }
  })
}
