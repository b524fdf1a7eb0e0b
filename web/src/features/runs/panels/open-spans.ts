/** How spans of time until the first open are called. */
import { useTranslation } from 'react-i18next'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "up to 3 hours", "later". `until` in seconds; null: later than all others. */
export function useSpanWords(): (until: number | null) => string {
  const { t, i18n } = useTranslation('delivery')
  return until => {
    if (until === null) return t('openTimes.later')
    const [unit, seconds] = UNITS.find(([, each]) => until >= each) ?? UNITS[2]
    const format = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' })
    return t('openTimes.upTo', { time: format.format(until / seconds) })
  }
}
