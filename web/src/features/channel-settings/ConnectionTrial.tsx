import type { ConfigurationTest } from '@notifly/contracts/channel-settings/channel-settings'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/layout/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'

const STEP_MS = 220

/** What a try of the connection said, step by step in words. */
export function ConnectionTrial({ trial }: { trial: ConfigurationTest | 'running' | undefined }) {
  const { t, i18n } = useTranslation('channels')
  const shown = useShownSteps(trial === 'running' ? undefined : trial)
  if (trial === undefined) return null
  // A provider may take steps that only it knows.
  const stepWords = (name: string) =>
    i18n.exists(`channels:trial.steps.${name}`) ? t(`trial.steps.${name}`) : name.replaceAll('_', ' ')
  const steps = trial === 'running' ? [] : trial.steps.slice(0, shown)
  const isOver = trial !== 'running' && shown >= trial.steps.length
  return (
    <Panel title={t('trial.title')}>
      <ol className="flex flex-col gap-2.5" aria-live="polite">
        {steps.map(step => (
          <li key={step.name} className="flex gap-2.5">
            <Icon
              of={step.ok ? CircleCheck : CircleX}
              className={cx('mt-0.5', step.ok ? 'text-success-ink' : 'text-danger-ink')}
            />
            <div className="min-w-0">
              <p className="font-medium">
                {stepWords(step.name)}
                <span className="sr-only"> {step.ok ? t('trial.passed') : t('trial.failed')}</span>
              </p>
              {hasDetail(step) && (
                <p className={cx('text-12 wrap-anywhere', step.ok ? 'text-muted' : 'text-danger-ink')}>
                  {translateSentence(step)}
                </p>
              )}
            </div>
          </li>
        ))}
        {!isOver && (
          <li className="flex items-center gap-2.5 text-muted">
            <Spinner />
            {t('trial.running')}
          </li>
        )}
      </ol>
      {isOver && (
        <p className={cx('mt-3 font-medium', trial.ok ? 'text-success-ink' : 'text-danger-ink')} role="status">
          {trial.ok ? t('trial.ok') : t('trial.notOk')}
        </p>
      )}
    </Panel>
  )
}

/** Where a server was found is in the address already; the other steps have something to say. */
function hasDetail({ name, ok, message }: ConfigurationTest['steps'][number]): boolean {
  return message !== '' && !(ok && (name === 'resolve' || name === 'greet'))
}

/** One step after the other, so that each can be read; all at once for those who want no motion. */
function useShownSteps(trial: ConfigurationTest | undefined): number {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [progress, setProgress] = useState<{ of: ConfigurationTest | undefined; shown: number }>({
    of: undefined,
    shown: 0,
  })
  const total = trial?.steps.length ?? 0
  const shown = progress.of === trial ? progress.shown : 0
  useEffect(() => {
    if (still || shown >= total) return
    const timer = setTimeout(() => setProgress({ of: trial, shown: shown + 1 }), STEP_MS)
    return () => clearTimeout(timer)
  }, [still, shown, total, trial])
  return still ? total : shown
}
