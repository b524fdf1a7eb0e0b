import { CalendarDays } from 'lucide-react'
import { controlClass } from '../../ui/controls/control-style.ts'
import { useFieldState } from '../../ui/controls/field-context.ts'
import { DatePicker } from '../../ui/dates/DatePicker.tsx'
import { Icon } from '../../ui/layout/Icon.tsx'
import { useDisplay } from './use-display.ts'

export interface DayButtonProps {
  label: string
  today: string
  max?: string
  /** YYYY-MM-DD. */
  value: string | null
  /** Shown if no day is chosen. */
  placeholder?: string
  onChange: (day: string) => void
}

/** A button that shows a day in words and opens a calendar. */
export function DayButton({ label, today, max, value, placeholder = '', onChange }: DayButtonProps) {
  const { longDay } = useDisplay('UTC')
  const field = useFieldState()
  const shown = value === null ? placeholder : longDay(Date.parse(`${value}T12:00:00Z`) / 1000)
  return (
    <DatePicker
      label={label}
      today={today}
      max={max}
      value={value}
      onSave={onChange}
      trigger={
        <button
          type="button"
          id={field.controlId}
          aria-label={`${label}: ${shown}`}
          data-invalid={field.invalid || undefined}
          aria-describedby={field.describedBy}
          className={controlClass({ invalid: field.invalid })}
        >
          <Icon of={CalendarDays} size={14} className="text-muted" />
          <span className={value === null ? 'truncate text-muted' : 'truncate'}>{shown}</span>
        </button>
      }
    />
  )
}
