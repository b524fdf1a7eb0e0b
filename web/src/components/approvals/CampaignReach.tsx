import { APPROVAL_STATUS, type Approval } from '@notifly/contracts/approvals/approvals'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import { CampaignAudience } from '@notifly/contracts/campaigns/campaigns'
import { Schedule } from '@notifly/contracts/schedules/schedules'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../states/PartFailure.tsx'
import { KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { NextRuns } from '../campaigns/NextRuns.tsx'
import { RecipientMoments } from '../campaigns/RecipientMoments.tsx'
import type { Values } from '../changes/change-rows.ts'
import { useDisplay } from '../display/use-display.ts'
import { useLiveAnswer } from '../form/use-live-answer.ts'
import { useZone } from '../session/use-zone.ts'

/** The time of sending may pass while an approver reads. */
const EVERY_MS = 60_000

/** For a campaign that waits for approval: the recipients and the time of sending if it were approved now. */
export function CampaignReach({ request, after }: { request: Approval; after: Values | null }) {
  const asked = after && request.status === APPROVAL_STATUS.pending ? campaignIn(request, after) : null
  return asked && <Reach {...asked} />
}

function campaignIn({ payload }: Approval, after: Values) {
  const channel = CHANNELS.find(each => each === payload['channel']) ?? 'email'
  const audience = CampaignAudience.safeParse(after['audience']).data
  const schedule = Schedule.safeParse(after['schedule']).data
  const topic = typeof after['topic_uuid'] === 'string' ? after['topic_uuid'] : null
  return audience === undefined || schedule === undefined ? null : { channel, audience, schedule, topic }
}

function Reach({ channel, audience, schedule, topic }: NonNullable<ReturnType<typeof campaignIn>>) {
  const { t } = useTranslation(['approvals', 'campaigns'])
  const { number } = useDisplay()
  const ownZone = useZone() ?? 'UTC'
  const body = { audience, schedule, topic_uuid: topic }
  const { data, error, again } = useLiveAnswer(
    CAMPAIGN_CALLS[channel].estimateCampaign,
    { body },
    { everyMs: EVERY_MS },
  )
  // An approver's role may lack the right to estimate.
  if (error?.status === 403) return null
  if (error && !data) return <PartFailure error={error} title={t('reach.failed')} onRetry={again} />
  if (data === undefined) return <Skeleton height="8rem" />
  const skipped = data.matched - data.recipients
  return (
    <Panel title={t('reach.title')}>
      <KeyValues
        items={[
          { id: 'recipients', label: t('reach.recipients'), value: number(data.recipients), strong: true },
          ...(skipped > 0 ? [{ id: 'skipped', label: t('reach.skipped'), value: number(skipped) }] : []),
        ]}
      />
      {data.moments !== undefined && (
        <>
          <h3 className="mt-3 mb-1 text-12 font-medium text-muted">{t('campaigns:moments.title')}</h3>
          <RecipientMoments moments={data.moments} schedule={schedule} />
        </>
      )}
      {data.next_runs.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-12 font-medium text-muted">{t('campaigns:summary.runs')}</h3>
          <NextRuns
            runs={data.next_runs}
            zone={schedule.campaign_start_date.timezone ?? ownZone}
            spans={data.next_spans}
            isBestHour={schedule.campaign_start_date.type === 2}
          />
        </>
      )}
    </Panel>
  )
}
