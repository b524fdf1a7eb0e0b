import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeZoneOption, timeZoneOptions } from '../../../../components/display/time-zones.ts'
import { Accordion } from '../../../../ui/Accordion.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Combobox } from '../../../../ui/Combobox.tsx'
import { Switch } from '../../../../ui/Switch.tsx'
import { useDates } from '../../use-dates.ts'
import { noonOf } from '../../../../components/schedule/zone-time.ts'
import type { WhenPartProps } from '../WhenStep.tsx'

/** On whose clock, and whether it waits for anybody's night. */
export function Advanced(props: WhenPartProps) {
  const { t } = useTranslation('campaigns')
  return (
    <div className="mt-6">
      <Accordion
        defaultOpen={['advanced']}
        items={[
          {
            id: 'advanced',
            title: <span className="text-14 font-semibold tracking-(--ls-tight)">{t('when.advanced')}</span>,
            content: (
              <div className="-m-4 *:px-4 *:py-3 *:not-first:border-t *:not-first:border-line">
                <ClockLine {...props} />
                <div>
                  <Switch
                    checked={false}
                    onChange={keep}
                    disabled
                    label={t('when.usersZone')}
                    help={t('when.usersZoneHelp')}
                  />
                </div>
                <div>
                  <Switch checked={false} onChange={keep} disabled label={t('when.quiet')} help={t('when.quietHelp')} />
                </div>
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}

/** A switch that cannot be turned has nothing to report. */
const keep = () => undefined

/** Whose clock: the application's unless somebody chooses another one. */
function ClockLine({ schedule, change }: WhenPartProps) {
  const { t, i18n } = useTranslation('campaigns')
  const { zoneWords } = useDates(schedule.timezone)
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
            onChange={option => option && change({ ...schedule, timezone: option.value })}
          />
        ) : (
          <p className="text-12 text-muted">
            <bdi>{zoneWords(day === undefined ? now : noonOf(day, schedule.timezone))}</bdi> · {t('when.clockHelp')}
          </p>
        )}
      </div>
      <Button size="sm" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        {isOpen ? t('when.clockDone') : t('when.clockChange')}
      </Button>
    </div>
  )
}
