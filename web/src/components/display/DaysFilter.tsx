import { useTranslation } from 'react-i18next'
import { ChipButton } from '../../ui/controls/ChipButton.tsx'
import { DateRangePicker } from '../../ui/dates/DatePicker.tsx'
import { useZone } from '../session/use-zone.ts'
import type { GivenDays } from './DayRangePicker.tsx'
import { DEFAULT_RANGE, RANGE_SHORTCUTS, rangeOf, shortcutOf } from './ranges.ts'
import { useDayWords } from './use-day-words.ts'

export interface DaysFilterProps {
  label: string
  days: GivenDays
  onDays: (days: { from: string; to: string }) => void
}

/** Filters a list by days. Without a range the list shows entries of any time. */
export function DaysFilter({ label, days: { from, to }, onDays }: DaysFilterProps) {
  const { t } = useTranslation('charts')
  const zone = useZone()
  const dayWords = useDayWords()
  const today = rangeOf('today', zone).to
  const range = from !== undefined && to !== undefined ? { from, to } : null
  const shortcut = range === null ? undefined : shortcutOf(range, zone)
  const text = shortcut ? t(`range.${shortcut}`) : range && dayWords.range(range)
  return (
    <DateRangePicker
      label={label}
      today={today}
      max={today}
      value={range ?? rangeOf(DEFAULT_RANGE, zone)}
      onSave={onDays}
      shortcuts={RANGE_SHORTCUTS.map(name => ({ label: t(`range.${name}`), range: rangeOf(name, zone) }))}
      trigger={<ChipButton label={label} value={text ?? t('anyTime')} active={range !== null} />}
    />
  )
}
