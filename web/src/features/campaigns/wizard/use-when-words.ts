import { useTranslation } from 'react-i18next'
import { isComplete, isNow } from '../../../components/schedule/schedule-choice.ts'
import { scheduleWords } from '../../../components/schedule/schedule-words.ts'
import { useWordsView } from '../../../components/schedule/use-words-view.ts'
import { useDates } from '../use-dates.ts'
import type { Wizard } from './use-wizard.ts'

export interface WhenWords {
  /** "Every Tuesday at 9:30 AM; ends after 8 sends". */
  sentence: string
  /** Why nothing would go out; null while something would, or nobody knows yet. */
  warning: string | null
  /** Its first run, within a sentence: "Tue, Nov 17, 9:30 AM"; null while there is none. */
  short: string | null
  isNow: boolean
}

/** When it goes out, in the reader's language. The runs are the server's: it knows every change of the clocks. */
export function useWhenWords({ values: { schedule }, estimate }: Pick<Wizard, 'values' | 'estimate'>): WhenWords {
  const { t } = useTranslation('campaigns')
  const view = useWordsView()
  const { day, within } = useDates(schedule.timezone)
  const now = isNow(schedule)
  const sentence = scheduleWords(schedule, view)
  if (now || !isComplete(schedule)) return { sentence, warning: null, short: null, isNow: now }
  const run = estimate.data?.next_runs[0]
  if (run !== undefined)
    return { sentence, warning: null, short: schedule.start === 'intelligent' ? day(run) : within(run), isNow: now }
  const reason = schedule.type === 'once' ? t('when.passed') : t('when.noRuns')
  return { sentence, warning: estimate.isCurrent ? reason : null, short: null, isNow: now }
}
