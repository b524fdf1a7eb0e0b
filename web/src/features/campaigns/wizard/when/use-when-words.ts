import { isNow } from '../../../../components/schedules/schedule-choice.ts'
import { scheduleWords } from '../../../../components/schedules/schedule-words.ts'
import { useWordsView } from '../../../../components/schedules/use-words-view.ts'
import { translateSentence } from '../../../../locales/translate-sentence.ts'
import { useMoments } from '../../../../components/display/use-moments.ts'
import { useWizard } from '../state/wizard-context.ts'

export interface WhenWords {
  /** "Every Tuesday at 9:30 AM; ends after 8 sends". */
  sentence: string
  /** Why nothing would be sent; null if something would, or if that is not known yet. */
  warning: string | null
  /** The first run, for use within a sentence: "Tue, Nov 17, 9:30 AM"; null if there is none. */
  short: string | null
  /** `short` applies to the first recipients; others follow as their local time comes. */
  isBegin: boolean
  isNow: boolean
}

/**
 * The schedule in the reader's language. The runs come from the server, which knows every change of a time zone's
 * offset.
 */
export function useWhenWords(): WhenWords {
  const { values, estimate, launchErrors } = useWizard()
  const { schedule } = values
  const view = useWordsView()
  const { day, within } = useMoments(schedule.timezone)
  const ours = useMoments()
  const now = isNow(schedule)
  const words = { sentence: scheduleWords(schedule, view), warning: null, isNow: now, isBegin: false }
  const run = now ? undefined : estimate.data?.next_runs[0]
  if (run !== undefined) {
    const { first = null, last = null } = estimate.data?.next_spans?.[0] ?? {}
    if (first !== null) return { ...words, short: ours.within(first), isBegin: first !== last }
    return { ...words, short: schedule.start === 'intelligent' ? day(run) : within(run) }
  }
  const fault = now ? undefined : launchErrors?.find(({ field }) => field.startsWith('schedule'))
  return { ...words, warning: fault === undefined ? null : translateSentence(fault), short: null }
}
