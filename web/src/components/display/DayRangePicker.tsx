import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { DateRangePicker } from '../../ui/dates/DatePicker.tsx'
import { useZone } from '../session/use-zone.ts'
import { DEFAULT_RANGE, type DayRange, RANGE_SHORTCUTS, rangeOf, shortcutOf } from './ranges.ts'
import { useMoments } from './use-moments.ts'

/** Days in an address. Absent: the default range. */
export interface GivenDays {
  from?: string | undefined
  to?: string | undefined
}

export interface DayRangePickerProps {
  days: GivenDays
  onDays: (days: GivenDays) => void
  label: string
  /** Renders the button for the current range; `shortcut` is its name if the range is a preset. */
  trigger: (range: DayRange, shortcut: string | undefined) => ReactElement
  align?: 'start' | 'end'
}

/** Selects a range of days on the application's clock: a preset up to today, or any other range. */
export function DayRangePicker({ days, onDays, label, trigger, align = 'start' }: DayRangePickerProps) {
  const { t } = useTranslation('charts')
  const zone = useZone()
  const today = useMoments().today()
  const range = useDays(days)
  const shortcut = shortcutOf(range, zone)
  const save = (next: DayRange) =>
    onDays(shortcutOf(next, zone) === DEFAULT_RANGE ? { from: undefined, to: undefined } : next)
  return (
    <DateRangePicker
      label={label}
      today={today}
      max={today}
      value={range}
      onSave={save}
      align={align}
      shortcuts={RANGE_SHORTCUTS.map(name => ({ label: t(`range.${name}`), range: rangeOf(name, zone) }))}
      trigger={trigger(range, shortcut && t(`range.${shortcut}`))}
    />
  )
}

/** The range that an address stands for. */
export function useDays({ from, to }: GivenDays): DayRange {
  const defaultRange = rangeOf(DEFAULT_RANGE, useZone())
  return { from: from ?? defaultRange.from, to: to ?? defaultRange.to }
}
