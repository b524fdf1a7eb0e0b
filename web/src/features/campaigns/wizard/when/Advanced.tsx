import { PASSED_CHOICES, passedChoiceOf } from '@notifly/contracts/schedules/schedules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeZoneOption, timeZoneOptions } from '../../../../components/display/time-zones.ts'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Combobox } from '../../../../ui/controls/options/Combobox.tsx'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Select } from '../../../../ui/controls/options/Select.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { useMoments } from '../../../../components/display/use-moments.ts'
import { usesRecipientTimeZone, isNow, isSeveralTimesADay } from '../../../../components/schedules/schedule-choice.ts'
import { toSchedule } from '../../../../components/schedules/schedule-wire.ts'
import { noonOf } from '../../../../components/schedules/zone-time.ts'
import type { QuietHours } from '../state/wizard-state.ts'
import { useWizard } from '../state/wizard-context.ts'
import { useTimeName } from './use-time-name.ts'

/** Advanced options: the clock, and whether quiet hours apply. */
export function Advanced() {
  const { t } = useTranslation('campaigns')
  const { values, change, quietHours } = useWizard()
  const { schedule } = values
  return (
    <div className="mt-6">
      <Disclosure title={t('when.advanced')} defaultOpen>
        <div className="*:px-4 *:py-3 *:not-first:border-t *:not-first:border-line">
          <ClockLine />
          <div>
            <Switch
              checked={usesRecipientTimeZone(schedule)}
              onChange={theirClock => change({ schedule: { ...schedule, theirClock } })}
              disabled={isNow(schedule) || isSeveralTimesADay(schedule)}
              label={t('when.usersZone')}
              help={<RecipientClockFields />}
            />
            {usesRecipientTimeZone(schedule) && <PassedField />}
          </div>
          <div>
            <Switch
              checked={schedule.quiet}
              onChange={quiet => change({ schedule: { ...schedule, quiet } })}
              label={t('when.quiet')}
              help={<QuietHelp {...quietHours} />}
            />
          </div>
        </div>
      </Disclosure>
    </div>
  )
}

/** Selects what happens to recipients whose local time has already passed. */
function PassedField() {
  const { values, change, estimate } = useWizard()
  const { schedule } = values
  const { t } = useTranslation('campaigns')
  const choices = PASSED_CHOICES.filter(choice => choice !== 'next_run' || schedule.type !== 'once')
  const passed = (estimate.data?.moments ?? []).reduce((sum, each) => sum + (each.passed ? each.people : 0), 0)
  return (
    <div className="mt-3 ps-11">
      <Field
        label={t('when.passed')}
        help={passed === 0 ? t('when.passedHelp') : t('when.passedNow', { count: passed })}
      >
        <Select
          className="max-w-80"
          options={choices.map(value => ({ value, label: t(`when.passedChoice.${value}`) }))}
          value={passedChoiceOf(toSchedule(schedule))}
          onChange={value =>
            change({ schedule: { ...schedule, passed: PASSED_CHOICES.find(each => each === value) ?? null } })
          }
        />
      </Field>
    </div>
  )
}

/**
 * Explains what recipients' time zones mean for this audience: how many zones there are, and what happens to contacts
 * without one.
 */
function RecipientClockFields() {
  const { values, estimate, zone } = useWizard()
  const { schedule } = values
  const { t } = useTranslation('campaigns')
  if (isNow(schedule)) return t('when.usersZoneNow')
  if (isSeveralTimesADay(schedule)) return t('when.usersZoneHours')
  if (!schedule.theirClock) return t('when.usersZoneOff')
  const clocks = estimate.data?.clocks
  return (
    <>
      {t('when.usersZoneHelp')}
      {clocks !== undefined && (
        <span className="block">
          {clocks.zones > 0 && `${t('when.clocks', { count: clocks.zones })} `}
          {clocks.without > 0 && t('when.without', { count: clocks.without, zone: zone.replaceAll('_', ' ') })}
        </span>
      )}
    </>
  )
}

function QuietHelp({ from, to }: QuietHours) {
  const { t } = useTranslation('campaigns')
  const timeName = useTimeName()
  return t('when.quietHelp', { from: timeName(from), to: timeName(to) })
}

/** The campaign's time zone: the application's unless the author chooses another one. */
function ClockLine() {
  const { values, change } = useWizard()
  const { schedule } = values
  const { t, i18n } = useTranslation('campaigns')
  const { zoneWords } = useMoments(schedule.timezone)
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(() => Date.now() / 1000)
  const day = schedule.day ?? schedule.days[0]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t('when.clock')}</p>
        {isOpen ? (
          <Combobox
            aria-label={t('when.clock')}
            className="mt-1 max-w-80"
            options={timeZoneOptions(i18n.language)}
            value={timeZoneOption(schedule.timezone)}
            onChange={option => option && change({ schedule: { ...schedule, timezone: option.value } })}
          />
        ) : (
          <p className="text-12 text-muted">
            <bdi>{zoneWords(day === undefined ? now : noonOf(day, schedule.timezone))}</bdi> ·{' '}
            {t(usesRecipientTimeZone(schedule) ? 'when.clockHelpTheirs' : 'when.clockHelp')}
          </p>
        )}
      </div>
      <Button size="sm" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        {isOpen ? t('when.clockDone') : t('when.clockChange')}
      </Button>
    </div>
  )
}
