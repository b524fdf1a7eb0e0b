import { ChevronUp, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { useLaunchWords } from '../review/use-launch-words.ts'
import { STEPS } from '../state/steps.ts'
import { useWizard } from '../state/wizard-context.ts'
import { useWhenWords } from '../when/use-when-words.ts'

export interface WizardFooterProps {
  launching: boolean
  onTest: () => void
  onLaunch: () => void
  /** Opens the summary on screens too narrow for its column. */
  onSummary: () => void
}

/** Back, send a test, and one primary button: the next step, or the launch, whose label says exactly what it does. */
export function WizardFooter({ launching, onTest, onLaunch, onSummary }: WizardFooterProps) {
  const { t } = useTranslation('campaigns')
  const { step, goStep, content } = useWizard()
  const at = STEPS.indexOf(step)
  const before = STEPS[at - 1]
  const after = STEPS[at + 1]
  return (
    <footer>
      <SummaryLine onOpen={onSummary} />
      <div className="mx-auto flex w-full max-w-280 flex-wrap items-center gap-2 px-8 py-3 max-sm:px-4">
        {before && <Button onClick={() => goStep(before)}>{t('wizard.back')}</Button>}
        <span className="grow max-sm:hidden" />
        {!content.isEmpty && (
          <Button icon={Send} className="max-sm:ms-auto" onClick={onTest}>
            {t('wizard.test')}
          </Button>
        )}
        {after ? (
          <Button variant="primary" className={primaryClass} onClick={() => goStep(after)}>
            {t(`wizard.continue.${after}`)}
          </Button>
        ) : (
          <LaunchButton launching={launching} onLaunch={onLaunch} />
        )}
      </div>
    </footer>
  )
}

/** On a phone a long label gets a line of its own. */
const primaryClass = 'max-sm:grow'

function LaunchButton({ launching, onLaunch }: Pick<WizardFooterProps, 'launching' | 'onLaunch'>) {
  const { launch } = useLaunchWords()
  return (
    <Button variant="primary" className={primaryClass} loading={launching} onClick={onLaunch}>
      {launch}
    </Button>
  )
}

/** The summary in one line, below 960 px. */
function SummaryLine({ onOpen }: { onOpen: () => void }) {
  const wizard = useWizard()
  const { t } = useTranslation('campaigns')
  const words = useWhenWords()
  const { data, error } = wizard.estimate
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full items-center gap-3 border-b border-line px-8 py-2 text-start outline-offset-[-2px] hover:bg-hover max-sm:px-4 md:hidden"
    >
      <span className="min-w-0 flex-1">
        <b className="tnum font-semibold">
          {data ? t('summary.count', { count: data.recipients }) : t(error ? 'summary.failed' : 'summary.counting')}
        </b>
        <span className="block truncate text-12 text-muted">{words.sentence}</span>
      </span>
      <span className="text-12 text-muted">{t('summary.title')}</span>
      <Icon of={ChevronUp} size={14} className="text-muted" />
    </button>
  )
}
