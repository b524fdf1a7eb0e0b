import { readWholeCalendar } from '@notifly/contracts/campaigns/calendar'
import { CALENDAR_DAYS_AHEAD, type CalendarEntry, type CampaignCalendar } from '@notifly/contracts/campaigns/calendar'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../../api/queries.ts'
import { NewCampaign } from '../../../components/campaigns/NewCampaign.tsx'
import { dayIn } from '../../../components/display/ranges.ts'
import { localTimeZone } from '../../../components/display/time-zones.ts'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { addDays, dayToDate } from '../../../ui/dates/calendar-dates.ts'
import { addMonths, monthOf, weeksOf } from '../../../ui/dates/month-days.ts'
import { LoadingNote } from '../../../ui/feedback/Skeleton.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import { ViewLinks } from '../ViewLinks.tsx'
import { Agenda } from './Agenda.tsx'
import { CalendarBar } from './CalendarBar.tsx'
import { Month } from './Month.tsx'
import { countRuns, useEntryWords } from './use-entry-words.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { STATUSES, entryLook } from './entry-look.ts'

/** How often the page reads the month again. */
const POLL_MS = 15_000

/** The runs of all campaigns in one month: past, missed and upcoming. */
export function CalendarPage() {
  const { t } = useTranslation(['calendar', 'common'])
  const view = useMonth()
  const query = { ...view.seen, timezone: view.zone }
  const first = useRead(readWholeCalendar, { query })
  const isMoving = first.data?.entries.some(({ status }) => status === 'pending' || status === 'executing') ?? false
  const { data, error, refetch } = useRead(readWholeCalendar, { query }, { pollMs: isMoving && POLL_MS })
  return (
    <TitledPage
      tab={t('title')}
      title={t('campaigns')}
      facts={<Facts data={data} view={view} />}
      actions={
        <>
          <ViewLinks view="calendar" />
          <NewCampaign label={t('new')} />
        </>
      }
    >
      <CalendarBar {...view} />
      {error && !data ? (
        <ReadFailure error={error} title={t('failed')} onRetry={() => void refetch()} />
      ) : (
        <Runs data={data} view={view} />
      )}
    </TitledPage>
  )
}

type MonthView = ReturnType<typeof useMonth>

/** The month in the address, on the reader's clock or the application's. */
function useMonth() {
  const { i18n } = useTranslation('calendar')
  const [state, change] = useUrlState(calendarState)
  const [now] = useState(() => new Date())
  const own = localTimeZone()
  const known = useZone()
  const application = known ?? own
  const zone = state.clock === 'own' ? own : application
  const today = dayIn(zone, now)
  const month = state.month ?? monthOf(today)
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric' })
  return {
    month,
    zone,
    today,
    thisMonth: monthOf(today),
    lastMonth: lastMonth(today),
    title: format.format(dayToDate(`${month}-01`)),
    seen: seenDays(month, i18n.language),
    clock: state.clock,
    onMonth: (next: string | undefined) => change({ month: next }),
    isSameClock: known === own,
    onClock: own === application ? undefined : (clock: 'own' | 'application') => change({ clock }),
  }
}

/** How many runs the month has, and on whose clock. */
function Facts({ data, view }: { data: CampaignCalendar | undefined; view: MonthView }) {
  const { t } = useTranslation('calendar')
  const { runs } = useEntryWords(view.zone)
  const zone = view.zone.replaceAll('_', ' ')
  const isOwn = view.clock === 'own' || view.onClock === undefined
  const words = view.isSameClock ? 'clock.same' : isOwn ? 'clock.onOwn' : 'clock.onApplication'
  const count = data && countRuns(data.entries.filter(({ day }) => monthOf(day) === view.month))
  return [count !== undefined && t('inMonth', { runs: runs(count), month: view.title }), t(words, { zone })]
    .filter(Boolean)
    .join(' · ')
}

function Runs({ data, view }: { data: CampaignCalendar | undefined; view: MonthView }) {
  const { t } = useTranslation('calendar')
  const isPhone = useIsPhone()
  const { month, today, zone, title } = view
  const days = useMemo(() => data && Map.groupBy(data.entries, ({ day }) => day), [data])
  const own = data?.entries.filter(({ day }) => monthOf(day) === month) ?? []
  return (
    <>
      {data === undefined && <LoadingNote />}
      {data?.is_cut && (
        <Alert tone="warning" className="mb-3">
          {t('cut')}
        </Alert>
      )}
      {isPhone ? (
        <Agenda key={month} zone={zone} month={month} today={today} days={days} />
      ) : (
        <Month
          zone={zone}
          month={month}
          today={today}
          label={title}
          days={days}
          onMonth={view.onMonth}
          lastMonth={view.lastMonth}
        />
      )}
      <Statuses entries={own} />
      {data && own.length === 0 && !isPhone && <p className="mt-3 text-muted">{t('emptyText')}</p>}
    </>
  )
}

/** The legend: what each colour and icon means, and how many runs have that status. */
function Statuses({ entries }: { entries: readonly CalendarEntry[] }) {
  const { t } = useTranslation(['calendar', 'common'])
  const { number } = useDisplay()
  const present = STATUSES.map(status => ({
    status,
    count: countRuns(entries.filter(entry => entry.status === status)),
  })).filter(({ count }) => count > 0)
  if (present.length === 0) return null
  return (
    <ul aria-label={t('legend')} className="tnum mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-12 text-ink-2">
      {present.map(({ status, count }) => {
        const { icon, className, word } = entryLook(status)
        return (
          <li key={status} className="flex items-center gap-1.5">
            <span aria-hidden className={cx('grid size-5 place-items-center rounded-1', className)}>
              <Icon of={icon} size={12} />
            </span>
            {t(`common:${word}`)}
            <span className="font-medium text-ink">{number(count)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The parameters in the calendar's address. */
const calendarState = z.object({
  /** YYYY-MM. Absent: this month. */
  month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  /** Which clock the days follow: the reader's or the application's. */
  clock: z._default(z.enum(['own', 'application']), 'own'),
})

/** The first and last day in the month's grid, including days of the neighbouring months. */
function seenDays(month: string, locale: string): { from: string; to: string } {
  const days = weeksOf(month, locale).flat()
  return { from: days[0] ?? `${month}-01`, to: days.at(-1) ?? `${month}-28` }
}

/** The latest month whose grid lies within the days that the server plans ahead. */
function lastMonth(today: string): string {
  // A week is subtracted because days of the following month fill the last row.
  return addMonths(monthOf(addDays(today, CALENDAR_DAYS_AHEAD - 7)), -1)
}
