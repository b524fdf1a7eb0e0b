import { Calendar, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../../../components/display/dates.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { schedulingWindow } from '../../../../ui/dates/calendar-dates.ts'
import { DatePicker } from '../../../../ui/dates/DatePicker.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { NumberInput } from '../../../../ui/controls/NumberInput.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import { useMoments } from '../../../../components/display/use-moments.ts'
import { dayName } from '../../../../components/schedules/calendar-words.ts'
import { type ScheduleEnd, withSunset } from '../../../../components/schedules/schedule-choice.ts'
import { useWordsView } from '../../../../components/schedules/use-words-view.ts'
import { dayAt } from '../../../../components/schedules/zone-time.ts'
import { useWizard } from '../state/wizard-context.ts'

/** 23:59 of a day, in seconds. */
const LAST_MINUTE_SECONDS = 86_340

/** When a recurring campaign ends; the other types end on their own. */
export function SunsetRows() {
  const { values, change, estimate, errorAt } = useWizard()
  const { schedule } = values
  const runs = (estimate.isCurrent && estimate.data?.next_runs) || []
  const { t } = useTranslation(['campaigns', 'common'])
  const { locale, year } = useWordsView()
  const { day: dayOfRun } = useMoments(schedule.timezone)
  const [isOpen, setOpen] = useState(false)
  const [touched, setTouched] = useState(false)
  const [now] = useState(() => Date.now() / 1000)
  const today = dayAt(now, schedule.timezone)
  const { sunset, type } = schedule
  const isOff = type !== 'recurring'
  const lastDay = sunset?.end === 'date' ? sunset.day : null
  const sends = sunset?.end === 'sends' ? sunset.sends : null
  const fault = errorAt('schedule.sunset.number_of_send', touched) ?? errorAt('schedule.sunset.date', lastDay !== null)
  const last = sends === null ? undefined : runs[sends - 1]
  return (
    <Section title={t('when.sunset')} help={isOff ? t('when.sunsetOff') : t('when.sunsetHelp')}>
      <RadioRows<ScheduleEnd['end']>
        aria-label={t('when.sunset')}
        disabled={isOff}
        value={sunset?.end ?? null}
        onChange={end => change({ schedule: withSunset(schedule, end) })}
        onPoint={end => end === 'date' && sunset?.end !== 'date' && setOpen(true)}
        rows={[
          {
            value: 'date',
            title: t('when.endOn'),
            help:
              lastDay === null ? (
                t('when.endOnHelp', { time: timeOfDay(LAST_MINUTE_SECONDS, { locale, zone: 'UTC' }) })
              ) : (
                <span className="text-ink">{dayName(lastDay, locale, year, { weekday: 'short' })}</span>
              ),
            control: (
              <DatePicker
                label={t('when.lastDay')}
                today={today}
                {...schedulingWindow(today)}
                align="end"
                open={isOpen}
                onOpenChange={setOpen}
                value={lastDay}
                onSave={day => change({ schedule: { ...schedule, sunset: { end: 'date', day } } })}
                trigger={
                  <Button
                    size="sm"
                    icon={lastDay === null ? Calendar : Pencil}
                    disabled={isOff}
                    aria-label={t(lastDay === null ? 'when.chooseFor' : 'when.editFor', { what: t('when.endOn') })}
                  >
                    {lastDay === null ? t('common:ui.choose') : t('common:ui.edit')}
                  </Button>
                }
              />
            ),
          },
          { value: 'never', title: t('when.never'), help: t('when.neverHelp') },
          {
            value: 'sends',
            title: t('when.endAfter'),
            help: last === undefined ? t('when.endAfterHelp') : t('when.lastSend', { day: dayOfRun(last) }),
            control: (
              <>
                <NumberInput
                  value={sends}
                  min={1}
                  max={1_000_000}
                  format={WHOLE}
                  align="center"
                  className="w-18"
                  disabled={isOff}
                  onBlur={() => setTouched(true)}
                  onChange={next =>
                    change({
                      schedule: {
                        ...schedule,
                        sunset: { end: 'sends', sends: next === null ? null : Math.trunc(next) },
                      },
                    })
                  }
                  aria-label={t('when.endAfter')}
                />
                <span className="text-muted">{t('when.sends', { count: sends ?? 0 })}</span>
              </>
            ),
          },
        ]}
      />
      <div aria-live="polite" className="mt-1.5 empty:hidden">
        {fault && <FieldError>{fault}</FieldError>}
      </div>
    </Section>
  )
}

const WHOLE = { maximumFractionDigits: 0, useGrouping: false } as const
