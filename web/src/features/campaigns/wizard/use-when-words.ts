import { useTranslation } from 'react-i18next'
import { useDates } from '../use-dates.ts'
import { isComplete } from './schedule-choice.ts'
import type { Wizard } from './use-wizard.ts'

export interface WhenWords {
  /** "On Tue, Nov 17 at 9:30 AM, Asia/Kolkata time". */
  sentence: string
  /** "Tue, Nov 17, 9:30 AM"; null while there is no moment. */
  short: string | null
  isNow: boolean
}

/** When it goes out, in the reader's language. The moment itself is the server's: it knows every change of the clocks. */
export function useWhenWords({ values: { schedule }, estimate }: Pick<Wizard, 'values' | 'estimate'>): WhenWords {
  const { t } = useTranslation('campaigns')
  const { dayAndTime, day, time, zoneWords } = useDates(schedule.timezone)
  const isNow = schedule.day === null && schedule.start === 'immediately'
  if (isNow) return { sentence: t('when.now'), short: null, isNow }
  if (!isComplete(schedule)) return { sentence: t('when.noTime'), short: null, isNow }
  const run = estimate.data?.next_runs[0]
  if (run === undefined) return { sentence: estimate.isCurrent ? t('when.passed') : '…', short: null, isNow }
  const zone = zoneWords(run)
  return { sentence: t('when.sentence', { day: day(run), time: time(run), zone }), short: dayAndTime(run), isNow }
}
