import { type ReadingHours, readReadingHours } from '@notifly/contracts/dashboards/application'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { ChartPanel } from '../../../components/charts/ChartPanel.tsx'
import { heatPicture, percentOfColour } from '../../../components/charts/heat-map.ts'
import { useDayWords } from '../../../components/display/use-day-words.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** When people open and click: the hours of a week, darker where more of them do. */
export function HoursPanel() {
  const { t } = useTranslation('engagement')
  const may = useCan(ACTIVITY.dashboardEngagement, 'read')
  const { data, error, refetch } = useRead(readReadingHours, {}, { enabled: may })
  if (!may) return <ForbiddenCard title={t('hours.title')} activity={ACTIVITY.dashboardEngagement} />
  if (error && !data) return <ReadFailure error={error} title={t('hours.failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="17.25rem" />
  return <HeatMap hours={data} />
}

function HeatMap({ hours: { hours, best, since } }: { hours: ReadingHours }) {
  const { t } = useTranslation('engagement')
  const words = useHourWords()
  const dayWords = useDayWords()
  const { number } = useDisplay()
  const counts = new Map(hours.map(({ weekday, hour, opened, clicked }) => [`${weekday} ${hour}`, opened + clicked]))
  const most = Math.max(1, ...counts.values())
  const countAt = (weekday: number, hour: number) => counts.get(`${weekday} ${hour}`) ?? 0
  const sinceWords = t('hours.since', { day: dayWords.long(since) })
  const headOf = (hour: number) => (hour % 6 === 0 ? words.short(hour) : '')
  return (
    <ChartPanel
      title={t('hours.title')}
      definition={t('hours.definition')}
      meta={sinceWords}
      sheet={{
        columns: [{ label: t('day') }, ...HOURS.map(hour => ({ label: words.hour(hour), show: number }))],
        rows: WEEKDAYS.map(weekday => [words.day(weekday), ...HOURS.map(hour => countAt(weekday, hour))]),
      }}
      picture={() => ({
        ...heatPicture(
          WEEKDAYS.map(weekday => ({
            label: words.shortDay(weekday),
            shares: HOURS.map(hour => countAt(weekday, hour) / most),
          })),
          HOURS.map(headOf),
        ),
        caption: sinceWords,
        legend: [],
      })}
    >
      <p className="mb-3 text-ink-2">
        {best ? t('hours.best', { day: words.day(best.weekday), hour: words.hour(best.hour) }) : t('hours.few')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the region scrolls, so that keys must reach it */}
      <div className="relative overflow-x-auto" tabIndex={0} role="group" aria-label={t('hours.title')} dir="ltr">
        <table className="w-full min-w-120 table-fixed border-separate border-spacing-0.5 text-11 text-muted">
          <thead>
            <tr>
              <th className="w-10">
                <span className="sr-only">{t('day')}</span>
              </th>
              {HOURS.map(hour => (
                <th key={hour} scope="col" className="tnum text-start font-regular whitespace-nowrap">
                  <span aria-hidden>{headOf(hour)}</span>
                  <span className="sr-only">{words.hour(hour)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map(weekday => (
              <tr key={weekday}>
                <th scope="row" className="text-start font-regular">
                  {words.shortDay(weekday)}
                </th>
                {HOURS.map(hour => {
                  const count = countAt(weekday, hour)
                  const isBest = best?.weekday === weekday && best.hour === hour
                  return (
                    <td
                      key={hour}
                      title={t('hours.cell', { day: words.day(weekday), hour: words.hour(hour), value: number(count) })}
                      className={`h-5 rounded-1 p-0 ${isBest ? 'outline-2 outline-ink' : ''}`}
                      style={{ backgroundColor: shadeClass(count / most) }}
                    >
                      <span className="sr-only">{number(count)}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartPanel>
  )
}

function shadeClass(share: number): string {
  const percent = percentOfColour(share)
  return percent === 0 ? 'var(--c-neutral-soft)' : `color-mix(in srgb, var(--c-chart-1) ${percent}%, var(--c-surface))`
}

/** 5 January 1970 was a Monday. */
const MONDAY_MS = 4 * 86_400_000

function useHourWords() {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' })
    const [long, short, time, hourAlone] = [
      format({ weekday: 'long' }),
      format({ weekday: 'short' }),
      format({ timeStyle: 'short' }),
      format({ hour: 'numeric' }),
    ]
    const dayOf = (weekday: number) => MONDAY_MS + (weekday - 1) * 86_400_000
    return {
      day: (weekday: number) => long.format(dayOf(weekday)),
      shortDay: (weekday: number) => short.format(dayOf(weekday)),
      hour: (hour: number) => time.format(hour * 3_600_000),
      short: (hour: number) => hourAlone.format(hour * 3_600_000),
    }
  }, [i18n.language])
}
