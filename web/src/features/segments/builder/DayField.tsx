import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { controlClass } from '../../../ui/controls/control-style.ts'
import { DatePicker } from '../../../ui/dates/DatePicker.tsx'
import { useFieldState } from '../../../ui/controls/field-context.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { useBuilder } from './builder.ts'

export interface DayFieldProps {
  label: string
  value: string | null
  onChange: (day: string) => void
}

/** A day of the calendar; the button shows it in words. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const { t } = useTranslation('segments')
  const { longDay } = useDisplay('UTC')
  const { today } = useBuilder()
  const field = useFieldState()
  const shown = value === null ? t('builder.chooseDay') : longDay(Date.parse(`${value}T12:00:00Z`) / 1000)
  return (
    <DatePicker
      label={label}
      today={today}
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
