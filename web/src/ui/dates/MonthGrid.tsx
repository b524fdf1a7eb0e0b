import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { addDays, dayToDate } from './calendar-dates.ts'
import { cx } from '../cx.ts'
import { addMonths, monthOf, weeksOf } from './month-days.ts'
import { useUi } from '../UiProvider.tsx'

/** Props that the control of a day must take, so that arrow keys find it. */
export type DayControlProps = { 'data-day': string; tabIndex: 0 | -1 }

export type MonthGridProps = {
  /** YYYY-MM. */
  month: string
  today: string
  /** Accessible name: the month. */
  label: string
  /**
   * Renders the control around the day's number. Exactly one element takes the props, and its accessible name contains
   * the number.
   */
  dayControl: (day: string, face: ReactNode, props: DayControlProps) => ReactNode
  /** Shown below the number. */
  dayContent: (day: string) => ReactNode
  /** Called if a key leads to a day of another month, with that month. */
  onMonth: (month: string) => void
  /** Arrow keys do not go beyond this month. */
  lastMonth?: string | undefined
}

/**
 * A month as rows of weeks, in the locale's week. It is one tab stop: arrow keys move by day and week, Home and End go
 * to the ends of the week, Page Up and Page Down move by month.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, today, label, dayControl, dayContent } = props
  const { locale } = useUi()
  const weeks = useMemo(() => weeksOf(month, locale), [month, locale])
  const { stop, container, onKeyDown, onFocus } = useDayKeys(weeks, props)
  const texts = useMemo(() => textsOf(locale), [locale])
  return (
    <div
      ref={container}
      role="grid"
      // The days take the focus, never the grid.
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      className="overflow-clip rounded-3 border border-line bg-surface"
    >
      <div role="row" className="grid grid-cols-7 border-b border-line bg-sunken">
        {(weeks[0] ?? []).map(day => (
          <div key={day} role="columnheader" className="px-2 py-2 text-12 font-medium text-muted">
            <span aria-hidden>{texts.weekday(day)}</span>
            <span className="sr-only">{texts.longWeekday(day)}</span>
          </div>
        ))}
      </div>
      {weeks.map(week => (
        <div key={week[0]} role="row" className="grid grid-cols-7 border-line not-last:border-b">
          {week.map(day => {
            const isOutside = monthOf(day) !== month
            const face = (
              <span
                className={cx(
                  'tnum grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-12',
                  day === today ? 'bg-accent font-semibold text-inverse' : isOutside ? 'text-muted' : 'text-ink',
                )}
              >
                {texts.dayNumber(day)}
              </span>
            )
            const control = { 'data-day': day, tabIndex: day === stop ? 0 : -1 } as const
            return (
              <div
                key={day}
                role="gridcell"
                aria-current={day === today ? 'date' : undefined}
                className={cx(
                  'flex min-h-31 min-w-0 flex-col gap-0.5 border-line p-1 not-last:border-e',
                  isOutside && 'bg-sunken',
                )}
              >
                <div className="flex items-center">
                  {dayControl(day, face, control)}
                  {day.endsWith('-01') && <span className="text-12 text-muted">{texts.month(day)}</span>}
                </div>
                {dayContent(day)}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/**
 * Keyboard handling: the day that is the tab stop, and what the keys do. A day of another month gets the focus once
 * that month is shown.
 */
function useDayKeys(weeks: readonly (readonly string[])[], props: MonthGridProps) {
  const { month, today, onMonth, lastMonth = '9999-99' } = props
  const { direction } = useUi()
  const container = useRef<HTMLDivElement>(null)
  const pendingDay = useRef<string | undefined>(undefined)
  const [active, setActive] = useState<string>()
  const days = weeks.flat()
  const entry = monthOf(today) === month ? today : `${month}-01`
  const stop = active !== undefined && days.includes(active) ? active : entry

  useEffect(() => {
    const day = pendingDay.current
    if (day === undefined || monthOf(day) !== month) return
    pendingDay.current = undefined
    focusDay(container.current, day)
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = dayOf(event.target)
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const next = dayAfter(from, event.key, weeks, direction)
    if (next === undefined || monthOf(next) > lastMonth) return
    event.preventDefault()
    setActive(next)
    if (monthOf(next) === month) return focusDay(container.current, next)
    pendingDay.current = next
    onMonth(monthOf(next))
  }
  const onFocus = (event: { target: EventTarget }) => {
    const day = dayOf(event.target)
    if (day !== undefined) setActive(day)
  }
  return { stop, container, onKeyDown, onFocus }
}

function dayOf(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
}

function focusDay(container: HTMLElement | null, day: string): void {
  container?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
}

function dayAfter(
  day: string,
  key: string,
  weeks: readonly (readonly string[])[],
  direction: 'ltr' | 'rtl',
): string | undefined {
  const onward = direction === 'ltr' ? 1 : -1
  const week = weeks.find(each => each.includes(day))
  switch (key) {
    case 'ArrowRight':
      return addDays(day, onward)
    case 'ArrowLeft':
      return addDays(day, -onward)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return week?.[0]
    case 'End':
      return week?.at(-1)
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(day), 1), day)
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(day), -1), day)
    default:
      return undefined
  }
}

/** The same day of another month, or that month's last day. */
function sameDayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

function textsOf(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, options)
    return (day: string) => formatter.format(dayToDate(day))
  }
  return {
    weekday: format({ weekday: 'short' }),
    longWeekday: format({ weekday: 'long' }),
    dayNumber: format({ day: 'numeric' }),
    month: format({ month: 'short' }),
  }
}
