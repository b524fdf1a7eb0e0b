import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { addMonths } from '../../../ui/dates/month-days.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'

export type ClockChoice = 'own' | 'application'

export interface CalendarBarProps {
  month: string
  /** "November 2026". */
  title: string
  thisMonth: string
  lastMonth: string
  onMonth: (month: string | undefined) => void
  clock: ClockChoice
  /** Undefined if both clocks are in the same time zone, so there is nothing to choose. */
  onClock: ((clock: ClockChoice) => void) | undefined
}

/** Selects the month and the clock. */
export function CalendarBar({ month, title, thisMonth, lastMonth, onMonth, clock, onClock }: CalendarBarProps) {
  const { t } = useTranslation('calendar')
  const goTo = (next: string) => onMonth(next === thisMonth ? undefined : next)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <IconButton
        icon={ChevronLeft}
        flip
        variant="plain"
        label={t('previous')}
        onClick={() => goTo(addMonths(month, -1))}
      />
      <IconButton
        icon={ChevronRight}
        flip
        variant="plain"
        label={t('next')}
        disabled={month >= lastMonth}
        onClick={() => goTo(addMonths(month, 1))}
      />
      <Button disabled={month === thisMonth} onClick={() => onMonth(undefined)}>
        {t('today')}
      </Button>
      <h2 aria-live="polite" className="ms-1 text-14 font-semibold">
        {title}
      </h2>
      {onClock && (
        <span className="ms-auto max-sm:ms-0 max-sm:basis-full">
          <Segmented
            aria-label={t('clock.label')}
            value={clock}
            onChange={onClock}
            segments={[
              { value: 'own', label: t('clock.own') },
              { value: 'application', label: t('clock.application') },
            ]}
          />
        </span>
      )}
    </div>
  )
}
