import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { DayPicker, type ChevronProps, type DayPickerProps } from 'react-day-picker'
import { dateToDay, dayToDate, firstWeekday } from './calendar-dates.ts'
import { FULL_DAY, fullDayText } from './full-day.ts'
import { Icon } from '../layout/Icon.tsx'
import { useUi, type Ui } from '../UiProvider.tsx'

export type DayRange = { from: string; to: string }

type Choice =
  | { mode: 'single'; value: string | null; onChange: (value: string | null) => void }
  | { mode: 'multiple'; value: readonly string[]; onChange: (value: string[]) => void }
  | { mode: 'range'; value: DayRange | null; onChange: (value: DayRange | null) => void }

export type CalendarProps = Choice & {
  /** Earlier days are disabled. YYYY-MM-DD, like every day here. */
  min?: string | undefined
  max?: string | undefined
  today: string
  autoFocus?: boolean
}

const day = 'size-8 rounded-2 text-13 tnum text-ink hover:bg-hover disabled:text-disabled disabled:hover:bg-transparent'

const classNames = {
  root: 'relative',
  months: 'flex gap-6',
  month: 'flex flex-col gap-2',
  month_caption: 'flex h-8 items-center px-1 text-13 font-semibold',
  nav: 'absolute inset-x-0 top-0 flex justify-end gap-1 pointer-events-none *:pointer-events-auto',
  button_previous: 'grid size-8 place-items-center rounded-2 text-muted hover:bg-hover aria-disabled:text-disabled',
  button_next: 'grid size-8 place-items-center rounded-2 text-muted hover:bg-hover aria-disabled:text-disabled',
  month_grid: 'border-separate border-spacing-0.5',
  weekday: 'size-8 text-12 font-medium text-muted',
  day: 'p-0 text-center',
  day_button: day,
  today: '[&>button]:font-semibold [&>button]:text-accent-ink',
  outside: 'invisible',
  // Days within a range are selected too. `:not(.range-middle)` keeps their two text colours apart; otherwise the order
  // of the stylesheet would decide.
  selected:
    '[&>button]:font-semibold [&:not(.range-middle)>button]:bg-accent! [&:not(.range-middle)>button]:text-inverse!',
  range_middle: 'range-middle [&>button]:bg-accent-soft! [&>button]:text-accent-ink!',
}

/** A month of days with arrow keys, in the locale's words and week. Days outside `min` and `max` are disabled. */
export function Calendar(props: CalendarProps) {
  const { min, max, today, autoFocus = false } = props
  const ui = useUi()
  const texts = useMemo(() => localTexts(ui), [ui])
  const shared: DayPickerProps = {
    ...texts,
    classNames,
    components: { Chevron },
    dir: ui.direction,
    lang: ui.locale,
    today: dayToDate(today),
    defaultMonth: dayToDate(firstDay(props) ?? min ?? today),
    disabled: [...(min ? [{ before: dayToDate(min) }] : []), ...(max ? [{ after: dayToDate(max) }] : [])],
    ...(min ? { startMonth: dayToDate(min) } : {}),
    ...(max ? { endMonth: dayToDate(max) } : {}),
    autoFocus,
  }
  return <DayPicker {...shared} {...selection(props)} />
}

function firstDay(props: CalendarProps): string | undefined {
  if (props.mode === 'single') return props.value ?? undefined
  return props.mode === 'multiple' ? props.value[0] : props.value?.from
}

function selection(props: CalendarProps): DayPickerProps {
  switch (props.mode) {
    case 'single':
      return {
        mode: 'single',
        selected: props.value ? dayToDate(props.value) : undefined,
        onSelect: (date: Date | undefined) => props.onChange(date ? dateToDay(date) : null),
      }
    case 'multiple':
      return {
        mode: 'multiple',
        selected: props.value.map(dayToDate),
        onSelect: (dates: Date[] | undefined) => props.onChange((dates ?? []).map(dateToDay).sort()),
      }
    case 'range':
      return {
        mode: 'range',
        selected: props.value ? { from: dayToDate(props.value.from), to: dayToDate(props.value.to) } : undefined,
        onSelect: range =>
          props.onChange(range?.from ? { from: dateToDay(range.from), to: dateToDay(range.to ?? range.from) } : null),
      }
  }
}

function Chevron({ orientation }: ChevronProps) {
  return <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} size={14} flip />
}

function localTexts({ locale, words }: Ui): Pick<DayPickerProps, 'formatters' | 'labels' | 'weekStartsOn'> {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, options)
    return (date: Date) => formatter.format(date)
  }
  const days = new Intl.DateTimeFormat(locale, FULL_DAY)
  const fullDay = (date: Date) => fullDayText(days, date)
  const caption = format({ month: 'long', year: 'numeric' })
  return {
    weekStartsOn: firstWeekday(locale),
    formatters: {
      formatCaption: caption,
      formatWeekdayName: format({ weekday: 'narrow' }),
      formatDay: format({ day: 'numeric' }),
    },
    labels: {
      labelDayButton: fullDay,
      labelGridcell: fullDay,
      labelGrid: caption,
      labelWeekday: format({ weekday: 'long' }),
      labelNav: () => words.calendar,
      labelNext: () => words.nextMonth,
      labelPrevious: () => words.previousMonth,
    },
  }
}
