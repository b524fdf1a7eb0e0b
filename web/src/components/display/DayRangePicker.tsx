import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { DateRangePicker } from '../../ui/dates/DatePicker.tsx'
import { useZone } from '../session/use-zone.ts'
import { DEFAULT_RANGE, type DayRange, RANGE_SHORTCUTS, rangeOf, shortcutOf } from './ranges.ts'
import { useMoments } from './use-moments.ts'

/** Days as an address has them; absent: the range that pages show by themselves. */
export interface GivenDays {
  from?: string | undefined
  to?: string | undefined
}

export interface DayRangePickerProps {
  days: GivenDays
  onDays: (days: GivenDays) => void
  label: string
  /** The button that opens it, by what holds: the shortcut in words if it is one. */
  trigger: (range: DayRange, shortcut: string | undefined) => ReactElement
  align?: 'start' | 'end'
}

/** Chooses days on the application's clock: ready-made ranges up to today, or own ones. */
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

/** The days that an address means. */
export function useDays({ from, to }: GivenDays): DayRange {
  const usual = rangeOf(DEFAULT_RANGE, useZone())
  return { from: from ?? usual.from, to: to ?? usual.to }
}
