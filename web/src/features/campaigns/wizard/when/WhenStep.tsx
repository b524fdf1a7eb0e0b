import { useTranslation } from 'react-i18next'
import { EndsTooSoon } from '../ab-test/EndsTooSoon.tsx'
import { useWhenWords } from './use-when-words.ts'
import { Advanced } from './Advanced.tsx'
import { MessageTypes } from './MessageTypes.tsx'
import { StartTime } from './StartTime.tsx'
import { SunsetRows } from './SunsetRows.tsx'

/** The schedule step: days, time, end and clock. */
export function WhenStep() {
  const { t } = useTranslation('campaigns')
  const words = useWhenWords()
  return (
    <>
      <MessageTypes />
      <StartTime />
      <SunsetRows />
      <div className="mt-4 empty:hidden">
        <EndsTooSoon />
      </div>
      <Advanced />
      {/* Announces every change: the summary is in another column. */}
      <p role="status" aria-label={t('summary.when')} className="sr-only">
        {words.sentence}
      </p>
    </>
  )
}
