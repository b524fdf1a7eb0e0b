import { CAMPAIGN_CALLS } from '@notifly/contracts/campaigns/calls'
import type { Campaign } from '@notifly/contracts/campaigns/campaigns'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { PendingBanner } from '../../../components/approvals/PendingBanner.tsx'
import { UpgradeLink, isPlanExhausted } from '../../../components/billing/UpgradeLink.tsx'
import { UndoBanner } from '../../../components/campaigns/UndoBanner.tsx'
import { CampaignQuestions } from '../../../components/campaigns/CampaignQuestions.tsx'
import { type CampaignActs, useCampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { scheduleWords } from '../../../components/schedules/schedule-words.ts'
import { fromSchedule } from '../../../components/schedules/schedule-wire.ts'
import { useWordsView } from '../../../components/schedules/use-words-view.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { ForbiddenCard } from '../../../components/states/ForbiddenCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { TagsButton } from '../../../components/tags/TagsButton.tsx'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Page, Stack, WithAside } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useAudienceWords } from '../list/row-words.ts'
import { joined } from '../../../locales/isolated.ts'
import { CampaignButtons } from './CampaignButtons.tsx'
import { RunsOfCampaign } from './RunsOfCampaign.tsx'
import { runsState } from './runs-state.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'
import { NextRuns } from '../../../components/campaigns/NextRuns.tsx'

/** One campaign with all its runs: past, missed and upcoming. */
export function CampaignPage() {
  const { t } = useTranslation('campaigns')
  const { slug, uuid } = useParams({ strict: false }) as { slug: string; uuid: string }
  const [{ channel }] = useUrlState(runsState)
  const { readCampaign } = CAMPAIGN_CALLS[channel]
  const first = useRead(readCampaign, { query: { uuid } })
  const pollMs = pollMsOf(first.data)
  const { data, error, refetch } = useRead(readCampaign, { query: { uuid } }, { pollMs })
  const acts = useCampaignActs()
  const crumbs = [{ label: t('list.title'), href: paths.campaigns(slug) }]
  return (
    <Page>
      <PageTitle>{data?.campaignName || t('list.title')}</PageTitle>
      {error && !data && (
        <>
          <PageHeader crumbs={crumbs} title={t('page.title')} />
          <ReadFailure error={error} title={t('page.failed')} onRetry={() => void refetch()} />
        </>
      )}
      {!error && !data && <LoadingSkeleton />}
      {data && <Loaded campaign={data} acts={acts} crumbs={crumbs} pollMs={pollMs} />}
      <CampaignQuestions acts={acts} />
    </Page>
  )
}

const MOVING_POLL_MS = 4000
const PLANNED_POLL_MS = 30_000

/** A running campaign is polled often; a planned one less often, because it may start while the page is open. */
function pollMsOf(campaign: Campaign | undefined): number | false {
  if (campaign === undefined) return false
  if (campaign.status === 'pending' || campaign.status === 'executing') return MOVING_POLL_MS
  return campaign.next_run !== null && PLANNED_POLL_MS
}

interface LoadedProps {
  campaign: Campaign
  acts: CampaignActs
  crumbs: { label: string; href: string }[]
  pollMs: number | false
}

function Loaded({ campaign, acts, crumbs, pollMs }: LoadedProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const mayRuns = useCan(ACTIVITY.deliveryListing, 'read')
  const rightsOn = useCampaignRights()
  const { approval_uuid: approval } = campaign
  return (
    <>
      <PageHeader
        stacked
        crumbs={crumbs}
        title={<bdi>{campaign.campaignName || t('list.unnamed')}</bdi>}
        badge={
          <>
            <CampaignBadge status={approval === undefined ? campaign.status : 'pending_approval'} />
            <span className="flex items-center gap-1.5 text-12 text-ink-2">
              <ChannelIcon channel={campaign.platform} named />
              {t(`common:channel.${campaign.platform}`)}
            </span>
            <TagsButton kind="campaign" thing={campaign} mayTag={rightsOn(campaign.platform).mayUpdate} chips />
          </>
        }
        facts={<Facts campaign={campaign} />}
        actions={<CampaignButtons campaign={campaign} acts={acts} />}
      />
      <Stack>
        <UndoBanner campaign={campaign} />
        <PendingBanner approval={approval} refreshes={[CAMPAIGN_CALLS[campaign.platform].readCampaigns]} />
        {campaign.status_reason !== null && (
          <Alert
            tone={campaign.status === 'failed' ? 'danger' : 'warning'}
            action={isPlanExhausted(campaign.status_reason_sentence ?? {}) && <UpgradeLink />}
          >
            {reasonOfState(campaign)}
          </Alert>
        )}
        <WithAside aside={<NextRunsPanel campaign={campaign} />}>
          {mayRuns ? (
            <RunsOfCampaign campaign={campaign} acts={acts} pollMs={pollMs} />
          ) : (
            <ForbiddenCard activity={ACTIVITY.deliveryListing} title={t('common:forbidden.part')} />
          )}
        </WithAside>
      </Stack>
    </>
  )
}

/** "Every Monday and Thursday at 9:30 AM · Active buyers · Asha Raman". */
function Facts({ campaign }: { campaign: Campaign }) {
  const view = useWordsView()
  const audienceWords = useAudienceWords()
  const { schedule, timezone } = campaign
  const when = schedule === null ? null : scheduleWords(fromSchedule(schedule, timezone), view)
  const facts = [when, timezone.replaceAll('_', ' '), audienceWords(campaign)]
  return joined(facts)
}

function LoadingSkeleton() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton width="18rem" height="1.75rem" />
      <WithAside aside={<Skeleton height="14rem" />}>
        <Skeleton height="26rem" />
      </WithAside>
    </Stack>
  )
}

/** When it goes out next. While it is paused: since when, and what that means. */
function NextRunsPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { timezone, next_runs: runs, next_spans: spans, paused_on: pausedOn } = campaign
  const { within, zoneWords } = useMoments(timezone)
  const [first] = runs
  return (
    <Panel title={t('summary.runs')} {...(first !== undefined && { footer: zoneWords(first) })}>
      {pausedOn !== null && <p className="mb-2 text-warning-ink">{t('page.held', { when: within(pausedOn) })}</p>}
      {first === undefined ? (
        <p className="text-muted">{t('page.noneToCome')}</p>
      ) : (
        <NextRuns all runs={runs} zone={timezone} spans={spans} />
      )}
    </Panel>
  )
}
