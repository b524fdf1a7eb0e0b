import { useTranslation } from 'react-i18next'
import { EndsTooSoon } from './ab-test/EndsTooSoon.tsx'
import type { Wizard } from './use-wizard.ts'
import { useWhenWords } from './use-when-words.ts'
import { Advanced } from './when/Advanced.tsx'
import { MessageTypes } from './when/MessageTypes.tsx'
import type { WhenPartProps } from './when/part-props.ts'
import { StartTime } from './when/StartTime.tsx'
import { SunsetRows } from './when/SunsetRows.tsx'

/** When it goes out: on which days, at what time, until when, on whose clock. */
export function WhenStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('campaigns')
  const { schedule } = wizard.values
  const words = useWhenWords(wizard)
  const part: WhenPartProps = {
    schedule,
    change: next => wizard.change({ schedule: next }),
    estimate: wizard.estimate,
    zone: wizard.zone,
    quietHours: wizard.quietHours,
  }
  return (
    <>
      <MessageTypes {...part} />
      <StartTime {...part} />
      <SunsetRows {...part} runs={wizard.estimate.isCurrent ? wizard.estimate.data?.next_runs : undefined} />
      <div className="mt-4 empty:hidden">
        <EndsTooSoon wizard={wizard} />
      </div>
      <Advanced {...part} />
      {/* Every change is heard as well as seen: the summary stands in another column. */}
      <p role="status" aria-label={t('summary.when')} className="sr-only">
        {words.sentence}
      </p>
    </>
  )
}
