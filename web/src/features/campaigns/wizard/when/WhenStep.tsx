import { useTranslation } from 'react-i18next'
import { EndsTooSoon } from '../ab-test/EndsTooSoon.tsx'
import { useWhenWords } from './use-when-words.ts'
import { Advanced } from './Advanced.tsx'
import { MessageTypes } from './MessageTypes.tsx'
import { StartTime } from './StartTime.tsx'
import { SunsetRows } from './SunsetRows.tsx'

/** When it goes out: on which days, at what time, until when, on whose clock. */
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
      {/* Every change is heard as well as seen: the summary stands in another column. */}
      <p role="status" aria-label={t('summary.when')} className="sr-only">
        {words.sentence}
      </p>
    </>
  )
}
