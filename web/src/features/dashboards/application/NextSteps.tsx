import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { type Step, stepsOf } from '../../../components/first-steps/steps.ts'
import { useUser } from '../../../components/session/use-session.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/layout/Icon.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

/** The way to the first campaign, in order; gone once it was sent, or once the reader puts it away. */
export function NextSteps({ overview }: { overview: ApplicationOverview }) {
  const slug = useSlug()
  const { t } = useTranslation('first-steps')
  const key = `first-steps-away:${useUser().uuid}:${slug}`
  const [isAway, setAway] = useState(() => localStorage.getItem(key) !== null)
  const steps = stepsOf(slug, overview)
  const current = steps.find(step => !step.done)
  if (isAway || overview.runs.length > 0 || !current) return null
  const dismiss = () => {
    localStorage.setItem(key, '1')
    setAway(true)
  }
  return (
    <Panel
      title={t('title')}
      meta={t('lead')}
      actions={<IconButton icon={X} size="sm" label={t('putAway')} onClick={dismiss} />}
      bare
    >
      <ol>
        {steps.map((step, at) => (
          <StepRow key={step.id} step={step} number={at + 1} isCurrent={step === current} />
        ))}
      </ol>
    </Panel>
  )
}

function StepRow({ step, number, isCurrent }: { step: Step; number: number; isCurrent: boolean }) {
  const { t, i18n } = useTranslation('first-steps')
  const exists = usePageExists()
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={cx('flex items-center gap-3 border-line px-4 py-3 not-last:border-b', isCurrent && 'bg-selected')}
    >
      <span
        className={cx(
          'tnum grid size-5 shrink-0 place-items-center rounded-full border text-11',
          step.done ? 'border-transparent bg-success-soft text-success-ink' : 'border-line-control text-muted',
        )}
      >
        {step.done ? <Icon of={Check} size={12} /> : new Intl.NumberFormat(i18n.language).format(number)}
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('font-medium', step.done && 'text-muted')}>
          {t(`${step.id}.title`)}
          {step.done && <span className="sr-only"> ({t('done')})</span>}
        </p>
        {!step.done && <p className="text-12 text-muted">{t(`${step.id}.text`)}</p>}
      </div>
      {!step.done && exists(step.to) && (
        <ButtonLink href={step.to} variant={isCurrent ? 'primary' : 'plain'} size="sm">
          {t(`${step.id}.action`)}
        </ButtonLink>
      )}
    </li>
  )
}
