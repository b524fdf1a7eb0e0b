import { readOverview } from '@notifly/contracts/applications/applications'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { ButtonLink } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { usePageExists, useSlug } from '../navigation/use-pages.ts'
import { type Step, type StepId, stepsOf } from './steps.ts'

/**
 * After a completed setup step, shows the next step towards the first campaign. Renders nothing once a campaign was
 * sent.
 */
export function NextStep({ after }: { after: StepId }) {
  const { t } = useTranslation('first-steps')
  const step = useNextStep(after)
  if (step === undefined) return null
  return (
    <Alert className="mb-4" title={t('next')} action={<StepLink step={step} />}>
      {t(`${step.id}.text`)}
    </Alert>
  )
}

/** Only the button of `NextStep`, for a bar. */
export function NextStepButton({ after }: { after: StepId }) {
  const step = useNextStep(after)
  return step && <StepLink step={step} />
}

function StepLink({ step }: { step: Step }) {
  const { t } = useTranslation('first-steps')
  return (
    <ButtonLink href={step.to} iconEnd={ArrowRight} size="sm">
      {t(`${step.id}.action`)}
    </ButtonLink>
  )
}

function useNextStep(after: StepId): Step | undefined {
  const slug = useSlug()
  const exists = usePageExists()
  const { data } = useRead(readOverview, {})
  if (data === undefined || data.runs.length > 0) return undefined
  const next = stepsOf(slug, data).find(step => !step.done && step.id !== after)
  return next && exists(next.to) ? next : undefined
}
