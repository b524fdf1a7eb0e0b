import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { Section } from '../../../../ui/layout/Page.tsx'
import { RadioRows } from '../../../../ui/controls/RadioRows.tsx'
import { emptyTime12 } from '../../../../ui/dates/time12.ts'
import { TimeInput12 } from '../../../../ui/dates/TimeInput12.tsx'
import { hasTime, type StartType, withStart } from '../../../../components/schedules/schedule-choice.ts'
import { useWizard } from '../state/wizard-context.ts'
import { BestHour } from './BestHour.tsx'
import { useTimeName } from './use-time-name.ts'

/** The time of day when each run starts. */
export function StartTime() {
  const { values, change, errorAt } = useWizard()
  const { schedule } = values
  const { t } = useTranslation(['campaigns', 'sentences'])
  const { type, day, start, time, recurrence } = schedule
  const timeName = useTimeName()
  const [touched, setTouched] = useState(false)
  const isWrong = touched && !hasTime(schedule)
  const hasNoDay = type === 'once' && day === null
  const midnight = type === 'once' ? 'once' : recurrence?.kind === 'interval' ? 'interval' : 'days'
  const blocked = errorAt('schedule.campaign_start_date.type', true)
  const missing = isWrong ? t('sentences:fields.hour') : errorAt('schedule.campaign_start_date.time')
  return (
    <Section title={t('when.start')} help={t('when.startHelp')}>
      <RadioRows<StartType>
        aria-label={t('when.start')}
        value={start}
        onChange={next => change({ schedule: withStart(schedule, next) })}
        rows={[
          {
            value: 'immediately',
            // With a chosen day, "immediately" means midnight, and the label says so.
            title: hasNoDay ? t('when.immediately') : t(`when.midnight.${midnight}`, { time: timeName('00:00') }),
            help: hasNoDay
              ? t('when.immediatelyNow')
              : t(schedule.theirClock ? 'when.immediatelyTheirs' : 'when.immediatelyDay'),
          },
          {
            value: 'intelligent',
            title: t('when.intelligent'),
            help: start === 'intelligent' && blocked === undefined ? <BestHour /> : t('when.intelligentHelp'),
          },
          {
            value: 'fixed',
            title: t('when.fixed'),
            help: hasNoDay ? t('when.fixedNext') : t('when.fixedDay'),
            control: (
              <div onBlur={() => setTouched(true)}>
                <TimeInput12
                  label={t('when.fixed')}
                  value={start === 'fixed' ? time : emptyTime12}
                  onChange={next => change({ schedule: { ...schedule, start: 'fixed', time: next } })}
                />
              </div>
            ),
          },
        ]}
      />
      <div aria-live="polite" className="mt-1.5 empty:hidden">
        {missing && <FieldError>{missing}</FieldError>}
        {blocked && <FieldError>{blocked}</FieldError>}
      </div>
    </Section>
  )
}
