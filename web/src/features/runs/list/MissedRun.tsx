import type { Channel } from '@notifly/contracts/applications/applications'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { RunHeader } from '../run/RunHeader.tsx'
import type { Moments } from '../over-time/use-moments.ts'

export interface MissedRunProps {
  slug: string
  channel: Channel
  run: RunProgress
  moments: Moments
}

/** A moment that passed without a run: why, and nobody to list. */
export function MissedRun({ slug, channel, run, moments }: MissedRunProps) {
  const { t } = useTranslation(['delivery', 'acts', 'common'])
  return (
    <>
      <RunHeader slug={slug} channel={channel} run={run} facts={moments.dayAndTime(run.started_on)} />
      <Alert
        tone="danger"
        title={run.status_reason === null ? t('run.missed') : reasonOfState(run)}
        action={<Link href={paths.campaign(slug, run.notification_type, run.uuid)}>{t('acts:runs')}</Link>}
      >
        {t('run.missedText')}
      </Alert>
    </>
  )
}
