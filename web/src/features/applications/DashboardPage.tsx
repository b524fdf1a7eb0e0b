import {
  type ApplicationOverview,
  CHANNELS,
  listApplicationStats,
  readOverview,
} from '@notifly/contracts/applications/applications'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { Figure } from '../../components/display/Figure.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { usePageExists } from '../../components/navigation/use-pages.ts'
import { useZoneWords } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { paths } from '../../paths.ts'
import { Stack, WithAside } from '../../ui/layout/Page.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import { joined } from '../../locales/isolated.ts'
import { ChannelPanel } from './ChannelPanel.tsx'
import { NextSteps } from './NextSteps.tsx'
import { RunsTable } from './RunsTable.tsx'

const POLL_MS = 5000

/** One application at a glance: what is set up, whom it reaches, what ran last, and what to do next. */
export function DashboardPage() {
  const { t } = useTranslation('applications')
  const { slug } = useParams({ strict: false }) as { slug: string }
  const { data: applications } = useRead(listApplicationStats, {})
  const application = applications?.find(each => each.application_uuid === slug)
  const first = useRead(readOverview, {})
  const isRunning = first.data?.runs.some(run => run.status === 'executing') ?? false
  const { data, error, refetch } = useRead(readOverview, {}, { pollMs: isRunning && POLL_MS })
  const zoneWords = useZoneWords()
  return (
    <TitledPage
      tab={application?.name ?? t('dashboard.title')}
      title={t('dashboard.title')}
      facts={joined([application?.name, zoneWords])}
    >
      {error && !data && <ReadFailure error={error} title={t('dashboard.failed')} onRetry={() => void refetch()} />}
      {!data && !error && <Ghost />}
      {data && <Overview slug={slug} overview={data} />}
    </TitledPage>
  )
}

function Overview({ slug, overview }: { slug: string; overview: ApplicationOverview }) {
  return (
    <Stack>
      <ContactStats slug={slug} overview={overview} />
      <WithAside aside={<ChannelPanel slug={slug} overview={overview} />}>
        <NextSteps slug={slug} overview={overview} />
        <RunsTable slug={slug} runs={overview.runs} />
      </WithAside>
    </Stack>
  )
}

function ContactStats({ slug, overview }: { slug: string; overview: ApplicationOverview }) {
  const { t } = useTranslation('applications')
  const exists = usePageExists()
  const { contacts } = overview
  const numbers = [
    { id: 'total', value: contacts.total, to: paths.contacts(slug) },
    { id: 'added', value: contacts.added_7_days, to: paths.contacts(slug, { sort: '-added_on' }) },
    { id: 'segments', value: contacts.segments, to: paths.audience(slug) },
    { id: 'suppressed', value: contacts.suppressed, to: paths.suppressions(slug) },
  ]
  return (
    <StatRow
      label={t('dashboard.contacts')}
      stats={numbers.map(({ id, value, to }) => ({
        id,
        label: t(`dashboard.stats.${id}`),
        value: <Figure value={value} />,
        href: exists(to) ? to : undefined,
      }))}
    />
  )
}

function Ghost() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton height="4.5rem" />
      <WithAside aside={<Skeleton height={`${CHANNELS.length * 2.5}rem`} />}>
        <Skeleton height="16rem" />
      </WithAside>
    </Stack>
  )
}
