import { Calendar, CalendarDays, type LucideIcon, Pencil, Repeat, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/controls/Button.tsx'
import { schedulingWindow } from '../../../../ui/dates/calendar-dates.ts'
import { DatePicker, DatesPicker } from '../../../../ui/dates/DatePicker.tsx'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import {
  type MessageType,
  RECURRENCE_VALUES,
  withDay,
  withDays,
  withRecurrence,
  withType,
} from '../../../../components/schedules/schedule-choice.ts'
import { typeLabel } from '../../../../components/schedules/schedule-words.ts'
import { useWordsView } from '../../../../components/schedules/use-words-view.ts'
import { dayAt } from '../../../../components/schedules/zone-time.ts'
import { useWizard } from '../state/wizard-context.ts'
import { RecurrencePicker } from './RecurrencePicker.tsx'
import { cx } from '../../../../ui/cx.ts'
import { weekdayName } from '../../../../components/schedules/calendar-words.ts'

const ICONS: Record<MessageType, LucideIcon> = { once: Calendar, dates: CalendarDays, recurring: Repeat }

/** One time, multiple dates or recurring. Each has its own popper; only the selected type counts. */
export function MessageTypes() {
  const { values, change, errorAt } = useWizard()
  const { schedule } = values
  const { t } = useTranslation('campaigns')
  const [open, setOpen] = useState<MessageType>()
  const [now] = useState(() => Date.now() / 1000)
  const today = dayAt(now, schedule.timezone)
  const label = typeLabel(schedule, useWordsView())
  const { recurrence } = schedule
  const isChosen = label !== null
  const fault = errorAt('schedule.message_type', isChosen) ?? errorAt('schedule.message_type.date', isChosen)
  const popper = (type: MessageType) => ({
    open: open === type,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? type : undefined),
    trigger: <ChooseButton type={type} isSaved={schedule.type === type && label !== null} />,
    align: 'end' as const,
  })
  const days = { today, ...schedulingWindow(today) }
  const row = (type: MessageType, control: ReactNode) => ({
    value: type,
    title: t(`when.${type}`),
    help: schedule.type === type && label !== null ? <Saved type={type}>{label}</Saved> : t(`when.${type}Help`),
    control,
  })
  return (
    <Section title={t('when.type')} help={t('when.typeHelp')}>
      <RadioRows<MessageType>
        aria-label={t('when.type')}
        value={schedule.type}
        onChange={type => change({ schedule: withType(schedule, type) })}
        // Opens the popper of a type that needs a choice. The day of a one-time campaign is optional.
        onPoint={type => type !== 'once' && type !== schedule.type && setOpen(type)}
        rows={[
          row(
            'once',
            <>
              {schedule.day !== null && (
                <IconButton
                  icon={X}
                  size="sm"
                  label={t('when.clearDay')}
                  onClick={() => change({ schedule: withDay(schedule, null) })}
                />
              )}
              <DatePicker
                {...popper('once')}
                {...days}
                label={t('when.chooseDay')}
                value={schedule.day}
                onSave={day => change({ schedule: withDay(schedule, day) })}
              />
            </>,
          ),
          row(
            'dates',
            <DatesPicker
              {...popper('dates')}
              {...days}
              label={t('when.chooseDays')}
              value={schedule.days}
              onSave={chosen => change({ schedule: withDays(schedule, chosen) })}
            />,
          ),
          row(
            'recurring',
            <>
              {recurrence?.kind === 'weekdays' && <WeekStrip weekdays={recurrence.values} />}
              <RecurrencePicker
                {...popper('recurring')}
                value={recurrence}
                onSave={chosen => change({ schedule: withRecurrence(schedule, chosen) })}
              />
            </>,
          ),
        ]}
      />
      <div aria-live="polite" className="mt-1.5 empty:hidden">
        {fault && <FieldError>{fault}</FieldError>}
      </div>
    </Section>
  )
}

/** The button that opens a type's popper. Its accessible name says which type it belongs to. */
function ChooseButton({ type, isSaved, ...trigger }: { type: MessageType; isSaved: boolean }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const what = t(`when.${type}`)
  return (
    <Button
      size="sm"
      icon={isSaved ? Pencil : ICONS[type]}
      aria-label={t(isSaved ? 'when.editFor' : 'when.chooseFor', { what })}
      {...trigger}
    >
      {isSaved ? t('common:ui.edit') : t('common:ui.choose')}
    </Button>
  )
}

function Saved({ type, children }: { type: MessageType; children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-ink">
      <Icon of={ICONS[type]} size={12} className="mt-0.5" />
      <span>{children}</span>
    </span>
  )
}

/** A week with the chosen days filled in. Decorative: the text beside it says the same. */
function WeekStrip({ weekdays }: { weekdays: readonly number[] }) {
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
