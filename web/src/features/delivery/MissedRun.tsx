import type { Channel } from '@notifly/contracts/applications'
import type { RunProgress } from '@notifly/contracts/deliveries'
import { useTranslation } from 'react-i18next'
import { useReasonOfState } from '../../components/campaigns/use-reason-of-state.ts'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { CampaignBadge } from '../../components/display/StatusBadge.tsx'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { recipientState } from './run-address.ts'
import { RunActions } from './RunActions.tsx'
import type { Moments } from './use-moments.ts'

export interface MissedRunProps {
  slug: string
  channel: Channel
  run: RunProgress
  moments: Moments
}

/** A moment that passed without a run: why, and nobody to list. */
export function MissedRun({ slug, channel, run, moments }: MissedRunProps) {
  const { t } = useTranslation(['delivery', 'acts', 'common'])
  const reasonOfState = useReasonOfState()
  const [state] = useUrlState(recipientState)
  return (
    <>
      <PageHeader
        crumbs={[
          { label: t('title'), href: paths.deliveries(slug) },
          { label: t(`common:channel.${channel}`), href: paths.deliveriesOf(slug, channel) },
        ]}
        title={<bdi>{run.name}</bdi>}
        badge={
          <>
            <CampaignBadge status={run.status} />
            <span className="flex items-center gap-1.5 text-12 text-ink-2">
              <ChannelIcon channel={channel} named />
              {t(`common:channel.${channel}`)}
            </span>
          </>
        }
        facts={moments.dayAndTime(run.started_on)}
        actions={<RunActions slug={slug} run={run} channel={channel} uuid={run.run_uuid} state={state} />}
      />
      <Alert
        tone="danger"
        title={run.status_reason === null ? t('run.missed') : reasonOfState(run.status_reason)}
        action={<Link href={paths.campaign(slug, run.uuid)}>{t('acts:runs')}</Link>}
      >
        {t('run.missedText')}
      </Alert>
    </>
  )
}
