import {
  type ApplicationOverview,
  listApplicationStats,
  readOverview,
} from '@notifly/contracts/applications/applications'
import { readAttention } from '@notifly/contracts/dashboards/attention'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useRead } from '../../../api/queries.ts'
import type { GivenDays } from '../../../components/display/DayRangePicker.tsx'
import { dayFields } from '../../../components/lists/list-state.ts'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useCan } from '../../../components/session/use-session.ts'
import { useZoneWords } from '../../../components/session/use-zone.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { joined } from '../../../locales/isolated.ts'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Stack, WithAside } from '../../../ui/layout/Page.tsx'
import { AttentionPanel, type AttentionRead } from './AttentionPanel.tsx'
import { ChannelPanel } from './ChannelPanel.tsx'
import { ContactStats } from './ContactStats.tsx'
import { EngagementSkeleton } from './EngagementSkeleton.tsx'
import { NextSteps } from './NextSteps.tsx'
import { RunsPanel } from './RunsPanel.tsx'
import { lazyView } from '../../../ui/lazy-view.tsx'

// The first page of a visit loads fast: most of these have nothing to show before something was sent.
const DashboardActions = lazyView(async () => (await import('./DashboardActions.tsx')).DashboardActions)
const UpcomingPanel = lazyView(async () => (await import('./UpcomingPanel.tsx')).UpcomingPanel)
const Engagement = lazyView(async () => (await import('./EngagementPanels.tsx')).EngagementPanels)
const GrowthPanel = lazyView(async () => (await import('./GrowthPanel.tsx')).GrowthPanel)
const HoursPanel = lazyView(async () => (await import('./HoursPanel.tsx')).HoursPanel)
const FiguresLink = lazyView(async () => (await import('../FiguresLink.tsx')).FiguresLink)

const POLL_MS = 5000

/** Absent: the last 30 days, compared with the 30 before. */
const pageState = z.object({ ...dayFields, compare: z.optional(z.literal('false')) })

/** One application at a glance: what needs a hand, what its messages came to, what ran last and what comes next. */
export function ApplicationDashboardPage() {
  const { t } = useTranslation(['applications', 'engagement'])
  const slug = useSlug()
  const [{ compare, ...days }, change] = useUrlState(pageState)
  const { data: applications } = useRead(listApplicationStats, {})
  const application = applications?.find(each => each.application_uuid === slug)
  const first = useRead(readOverview, {})
  const isRunning = first.data?.runs.some(run => run.status === 'executing') ?? false
  const { data, error, refetch } = useRead(readOverview, {}, { pollMs: isRunning && POLL_MS })
  const zoneWords = useZoneWords()
  const hasRun = (data?.runs.length ?? 0) > 0
  const picker = <Skeleton width="13rem" height="var(--h-control)" />
  // It stands above all else: shown later, it would move what people already read.
  const attention = useRead(readAttention, {})
  const isKnown = data !== undefined && !attention.isPending
  return (
    <TitledPage
      tab={application?.name ?? t('dashboard.title')}
      title={t('dashboard.title')}
      facts={joined([application?.name, zoneWords]) || null}
      stacked
      actions={
        <>
          {hasRun && (
            <Suspense fallback={picker}>
              <DashboardActions days={days} compare={compare} onChange={change} />
            </Suspense>
          )}
          {data === undefined && !error && picker}
        </>
      }
    >
      {error && !data && <ReadFailure error={error} title={t('dashboard.failed')} onRetry={() => void refetch()} />}
      {!isKnown && !(error && !data) && <LoadingSkeleton />}
      {isKnown && (
        <Overview overview={data} attention={attention} days={days} compare={compare} isRunning={isRunning} />
      )}
    </TitledPage>
  )
}

interface OverviewProps {
  overview: ApplicationOverview
  attention: AttentionRead
  days: GivenDays
  compare: 'false' | undefined
  isRunning: boolean
}

function Overview({ overview, attention, days, compare, isRunning }: OverviewProps) {
  const { t } = useTranslation('engagement')
  const mayGrowth = useCan(ACTIVITY.audience, 'read')
  const hasRun = overview.runs.length > 0
  const hasContacts = overview.contacts.total > 0
  return (
    <Stack>
      <ContactStats overview={overview} />
      <AttentionPanel read={attention} />
      <WithAside
        aside={
          <>
            <ChannelPanel overview={overview} />
            {hasContacts && (
              <Suspense>
                <UpcomingPanel />
              </Suspense>
            )}
          </>
        }
      >
        <NextSteps overview={overview} />
        {hasRun && (
          <Suspense fallback={<EngagementSkeleton />}>
            <Engagement days={days} compare={compare} pollMs={isRunning && POLL_MS} />
          </Suspense>
        )}
        <RunsPanel runs={overview.runs} />
        {mayGrowth && hasContacts && (
          <Suspense fallback={<Skeleton height="17.75rem" />}>
            <GrowthPanel days={days} />
          </Suspense>
        )}
        {hasRun && (
          <Suspense fallback={<Skeleton height="17.25rem" />}>
            <HoursPanel />
            <FiguresLink>{t('figures')}</FiguresLink>
          </Suspense>
        )}
      </WithAside>
    </Stack>
  )
}

function LoadingSkeleton() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton height="4.5rem" />
      <WithAside aside={<Skeleton height="14rem" />}>
        <Skeleton height="16rem" />
      </WithAside>
    </Stack>
  )
}
