import { Calendar, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeZoneOption, timeZoneOptions } from '../../../components/display/time-zones.ts'
import { Button } from '../../../ui/Button.tsx'
import { schedulingWindow } from '../../../ui/calendar-dates.ts'
import { Combobox } from '../../../ui/Combobox.tsx'
import { DatePicker } from '../../../ui/DatePicker.tsx'
import { FieldError } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Section } from '../../../ui/Page.tsx'
import { RadioRows } from '../../../ui/RadioRows.tsx'
import { emptyTime12, TimeInput12 } from '../../../ui/TimeInput12.tsx'
import { useDates } from '../use-dates.ts'
import { isComplete, type ScheduleChoice } from './schedule-choice.ts'
import type { Wizard } from './use-wizard.ts'
import { dayAt, noonOf } from './zone-time.ts'

interface PartProps {
  schedule: ScheduleChoice
  change: (patch: Partial<ScheduleChoice>) => void
}

/** When it goes out: on which day, at what time, on whose clock. */
export function WhenStep({ wizard }: { wizard: Wizard }) {
  const { schedule } = wizard.values
  const change = (patch: Partial<ScheduleChoice>) => wizard.change({ schedule: { ...schedule, ...patch } })
  return (
    <>
      <MessageType schedule={schedule} change={change} />
      <StartTime schedule={schedule} change={change} />
      <ClockLine schedule={schedule} change={change} />
    </>
  )
}

function MessageType({ schedule, change }: PartProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { day } = useDates(schedule.timezone)
  const [now] = useState(() => Date.now() / 1000)
  const today = dayAt(now, schedule.timezone)
  const isChosen = schedule.day !== null
  const picker = (
    <DatePicker
      label={t('when.chooseDay')}
      today={today}
      {...schedulingWindow(today)}
      value={schedule.day}
      onSave={chosen => change({ day: chosen })}
      trigger={
        <Button size="sm" icon={isChosen ? Pencil : Calendar}>
          {isChosen ? t('common:ui.edit') : t('common:ui.choose')}
        </Button>
      }
    />
  )
  return (
    <Section title={t('when.type')} help={t('when.typeHelp')}>
      <RadioRows
        aria-label={t('when.type')}
        value="once"
        onChange={() => undefined}
        rows={[
          {
            value: 'once',
            title: t('when.once'),
            help: isChosen ? (
              <span className="flex items-center gap-1.5 text-ink">
                <Icon of={Calendar} size={12} />
                {day(noonOf(schedule.day ?? today, schedule.timezone))}
              </span>
            ) : (
              t('when.onceHelp')
            ),
            control: (
              <>
                {isChosen && (
                  <IconButton icon={X} size="sm" label={t('when.clearDay')} onClick={() => change({ day: null })} />
                )}
                {picker}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

function StartTime({ schedule, change }: PartProps) {
  const { t } = useTranslation('campaigns')
  const { day, start, time } = schedule
  const [touched, setTouched] = useState(false)
  // Choosing a fixed time begins with none, so that nobody sends at midnight by mistake.
  const choose = (next: ScheduleChoice['start']) => change({ start: next, time: emptyTime12 })
  const isWrong = start === 'fixed' && touched && !isComplete(schedule)
  return (
    <Section title={t('when.start')} help={t('when.startHelp')}>
      <RadioRows
        aria-label={t('when.start')}
        value={start}
        onChange={choose}
        rows={[
          {
            value: 'immediately',
            title: t('when.immediately'),
            help: day === null ? t('when.immediatelyNow') : t('when.immediatelyDay'),
          },
          {
            value: 'fixed',
            title: t('when.fixed'),
            help: day === null ? t('when.fixedNext') : t('when.fixedDay'),
            control: (
              <div onBlur={() => setTouched(true)}>
                <TimeInput12
                  label={t('when.fixed')}
                  value={start === 'fixed' ? time : emptyTime12}
                  onChange={next => change({ start: 'fixed', time: next })}
                />
              </div>
            ),
          },
        ]}
      />
      <div aria-live="polite" className="mt-1.5 empty:hidden">
        {isWrong && <FieldError>{t('when.hourRule')}</FieldError>}
      </div>
    </Section>
  )
}

/** Whose clock: the application's unless somebody chooses another one. */
function ClockLine({ schedule, change }: PartProps) {
  const { t, i18n } = useTranslation('campaigns')
  const { zoneWords } = useDates(schedule.timezone)
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(() => Date.now() / 1000)
  const at = schedule.day === null ? now : noonOf(schedule.day, schedule.timezone)
  return (
    <Section title={t('when.clock')} help={t('when.clockHelp')}>
      <div className="flex min-h-13 flex-wrap items-center gap-2 rounded-3 border border-line bg-surface px-4 py-2.5">
        {isOpen ? (
          <Combobox
            aria-label={t('when.clock')}
            className="max-w-80"
            options={timeZoneOptions(i18n.language)}
            value={timeZoneOption(schedule.timezone)}
            onChange={option => option && change({ timezone: option.value })}
          />
        ) : (
          <span className="font-medium">
            <bdi>{zoneWords(at)}</bdi>
          </span>
        )}
        <Button size="sm" className="ms-auto" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? t('when.clockDone') : t('when.clockChange')}
        </Button>
      </div>
    </Section>
  )
}
