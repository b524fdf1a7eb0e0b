import {
  type ApplicationOverview,
  type Channel,
  CHANNELS,
  listApplicationStats,
  readOverview,
} from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { ChannelHealthMark } from '../../components/channels/ChannelHealth.tsx'
import { ChannelIcon } from '../../components/channels/ChannelIcon.tsx'
import { setUpPath } from '../../components/channels/channels.ts'
import { Figure } from '../../components/display/Figure.tsx'
import { PageLink } from '../../components/navigation/PageLink.tsx'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { usePageExists, useSlug } from '../../components/navigation/use-pages.ts'
import { useZoneWords } from '../../components/session/use-zone.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { joined } from '../../locales/isolated.ts'
import { paths } from '../../paths.ts'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Link } from '../../ui/layout/Link.tsx'
import { Stack, WithAside } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatRow } from '../../ui/layout/StatRow.tsx'
import { NextSteps } from './NextSteps.tsx'
import { RunsTable } from './RunsTable.tsx'

const POLL_MS = 5000

/** One application at a glance: what is set up, whom it reaches, what ran last, and what to do next. */
export function DashboardPage() {
  const { t } = useTranslation('applications')
  const slug = useSlug()
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
      {data && <Overview overview={data} />}
    </TitledPage>
  )
}

function Overview({ overview }: { overview: ApplicationOverview }) {
  return (
    <Stack>
      <ContactStats overview={overview} />
      <WithAside aside={<ChannelPanel overview={overview} />}>
        <NextSteps overview={overview} />
        <RunsTable runs={overview.runs} />
      </WithAside>
    </Stack>
  )
}

function ContactStats({ overview }: { overview: ApplicationOverview }) {
  const slug = useSlug()
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

interface ChannelPanelProps {
  overview: ApplicationOverview
}

/** The set-up state of each channel, with the way to it and the number of contacts it reaches. */
function ChannelPanel({ overview }: ChannelPanelProps) {
  const { t } = useTranslation('applications')
  return (
    <Panel title={t('dashboard.channels')} actions={t('dashboard.reach')} bare>
      <ul className="py-1.5">
        {CHANNELS.map(channel => (
          <Row key={channel} channel={channel} overview={overview} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ channel, overview }: ChannelPanelProps & { channel: Channel }) {
  const slug = useSlug()
  const { t } = useTranslation(['applications', 'common'])
  const exists = usePageExists()
  const health = overview.channels[channel]
  const setUp = setUpPath(slug, channel)
  return (
    <li className="flex h-9 items-center gap-2.5 px-4">
      <ChannelIcon channel={channel} named />
      <span className="min-w-0 flex-1 truncate">
        {health === 'none' ? (
          <span className="text-muted">{t(`common:channel.${channel}`)}</span>
        ) : (
          <PageLink to={setUp}>{t(`common:channel.${channel}`)}</PageLink>
        )}
      </span>
      {health !== 'none' && <ChannelHealthMark health={health} channel={channel} />}
      {health === 'none' && !exists(setUp) && <span className="text-12 text-muted">{t('card.notSetUp')}</span>}
      {health === 'none' && exists(setUp) && (
        <Link href={setUp} className="text-12">
          {t('card.setUp')}
          <span className="sr-only"> {t(`common:channel.${channel}`)}</span>
        </Link>
      )}
      {health !== 'none' && (
        <span className="min-w-14 text-end">
          <PageLink to={paths.contacts(slug, { channel })}>
            <Figure value={overview.reach[channel]} />
          </PageLink>
        </span>
      )}
    </li>
  )
}
