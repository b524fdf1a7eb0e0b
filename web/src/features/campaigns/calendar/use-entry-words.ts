import type { CalendarEntry } from '@notifly/contracts/campaigns/calendar'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '../../../components/display/ranges.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useMoments } from '../../../components/display/use-moments.ts'

/** Texts for runs and days of the calendar, on the given clock. */
export function useEntryWords(zone: string) {
  const { t } = useTranslation('calendar')
  const { number, timeOfDay } = useDisplay(zone)
  const { fullDay } = useDisplay('UTC')
  const { span } = useMoments(zone)
  return useMemo(() => {
    const longDay = (day: string) => fullDay(Date.parse(`${day}T12:00:00Z`) / 1000)
    const runs = (count: number) => t('runs', { count })
    return {
      longDay,
      runs,
      /** "9:30 AM"; a range such as "12:00 AM – 11:00 PM" if there are several runs. */
      time: ({ at, last_at: last, moments }: CalendarEntry) =>
        (moments && span(moments)) ?? (at === last ? timeOfDay(at) : `${timeOfDay(at)} – ${timeOfDay(last)}`),
      /** "9:30 AM", when the first message leaves; null if that is on an earlier day. */
      start: ({ at, day, moments }: CalendarEntry) => {
        const first = moments?.first ?? at
        return dayIn(zone, new Date(first * 1000)) < day ? null : timeOfDay(first)
      },
      /** "Time already passed for 131 recipients"; null if no recipient's time has passed yet. */
      passed: ({ moments }: CalendarEntry) =>
        moments === null || moments.passed === 0 ? null : t('passed', { count: moments.passed }),
      /** "×24": how many runs the line stands for. */
      times: ({ runs: count }: CalendarEntry) => `×${number(count)}`,
      /** "Friday, 20 November 2026, 3 runs". */
      dayLabel: (day: string, count: number) => `${longDay(day)}, ${count === 0 ? t('noRuns') : runs(count)}`,
    }
  }, [t, zone, fullDay, number, timeOfDay, span])
}

/** The number of runs; one entry can stand for several. */
export function countRuns(entries: readonly CalendarEntry[]): number {
  return entries.reduce((sum, { runs }) => sum + runs, 0)
}
