import { useTranslation } from 'react-i18next'
import { cx } from '../../../../ui/cx.ts'
import { weekdayName } from '../../../../components/schedule/calendar-words.ts'
import { RECURRENCE_VALUES } from '../../../../components/schedule/schedule-choice.ts'

/** The week with the saved days filled in; the words beside it say the same, so it is for the eye alone. */
export function WeekStrip({ weekdays }: { weekdays: readonly number[] }) {
  const { i18n } = useTranslation()
  return (
    <span aria-hidden className="grid grid-cols-7 gap-0.75 max-lg:hidden">
      {RECURRENCE_VALUES.weekdays.map(weekday => (
        <span
          key={weekday}
          className={cx(
            'grid size-7 place-items-center rounded-2 border text-12 font-medium',
            weekdays.includes(weekday) ? 'border-accent bg-accent text-inverse' : 'border-line-strong text-ink-2',
          )}
        >
          {weekdayName(weekday, i18n.language, 'narrow')}
        </span>
      ))}
    </span>
  )
}
