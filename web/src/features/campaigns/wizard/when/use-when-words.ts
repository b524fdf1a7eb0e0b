import { isNow } from '../../../../components/schedule/schedule-choice.ts'
import { scheduleWords } from '../../../../components/schedule/schedule-words.ts'
import { useWordsView } from '../../../../components/schedule/use-words-view.ts'
import { say } from '../../../../locales/say.ts'
import { useMoments } from '../../../../components/display/use-moments.ts'
import { useWizard } from '../state/wizard-context.ts'

export interface WhenWords {
  /** "Every Tuesday at 9:30 AM; ends after 8 sends". */
  sentence: string
  /** Why nothing would go out; null while something would, or that is not known yet. */
  warning: string | null
  /** Its first run, within a sentence: "Tue, Nov 17, 9:30 AM"; null while there is none. */
  short: string | null
  isNow: boolean
}

/** When it goes out, in the reader's language. The runs are the server's: it knows every change of the clocks. */
export function useWhenWords(): WhenWords {
  const { values, estimate, launchErrors } = useWizard()
  const { schedule } = values
  const view = useWordsView()
  const { day, within } = useMoments(schedule.timezone)
  const now = isNow(schedule)
  const sentence = scheduleWords(schedule, view)
  const run = now ? undefined : estimate.data?.next_runs[0]
  if (run !== undefined)
    return { sentence, warning: null, short: schedule.start === 'intelligent' ? day(run) : within(run), isNow: now }
  const fault = now ? undefined : launchErrors?.find(({ field }) => field.startsWith('schedule'))
  return { sentence, warning: fault === undefined ? null : say(fault), short: null, isNow: now }
}
