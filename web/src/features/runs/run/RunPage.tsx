import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useLocation, useParams } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { NotFoundCard } from '../../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { languageName } from '../../../components/whatsapp/use-whatsapp-template.ts'
import { joined } from '../../../locales/isolated.ts'
import { paths, withQuery } from '../../../paths.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Page, Section, Stack } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { AbTestPanel } from '../ab-test/AbTestPanel.tsx'
import { OverTime } from '../over-time/OverTime.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'
import { RunPanels } from '../panels/RunPanels.tsx'
import { Recipients } from '../recipients/Recipients.tsx'
import { Buttons } from './Buttons.tsx'
import { RunGoal } from './RunGoal.tsx'
import { Funnel } from './Funnel.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { Reasons } from './Reasons.tsx'
import { RunStats } from './RunStats.tsx'
import { isOpen } from './run-figures.ts'
import { useLiveRun } from './use-live-run.ts'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { RunActions } from './RunActions.tsx'

/** Channels that tell which button of a message was clicked: both kinds of push, and WhatsApp for its replies. */
const HAVE_BUTTONS: ReadonlySet<Channel> = new Set(['webpush', 'mobilepush', 'whatsapp'])

/** One run: its progress, its results and its recipients. */
export function RunPage() {
  const { t } = useTranslation('delivery')
  const { type, uuid } = useParams({ strict: false }) as { type: string; uuid: string }
  const channel = CHANNELS.find(each => each === type)
  if (channel === undefined) {
    return (
      <Page>
        <PageTitle>{t('title')}</PageTitle>
        <NotFoundCard framed />
      </Page>
    )
  }
  return <KnownRunPage key={uuid} channel={channel} uuid={uuid} />
}

function KnownRunPage({ channel, uuid }: { channel: Channel; uuid: string }) {
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'common'])
  const { data: run, error, refetch } = useLiveRun(channel, uuid)
  return (
    <Page>
      <PageTitle>{run?.name ?? t('title')}</PageTitle>
      {error && !run && (
        <>
          <PageHeader
            crumbs={[{ label: t('title'), href: paths.deliveries(slug) }]}
            title={t(`common:channel.${channel}`)}
          />
          <ReadFailure error={error} title={t('run.failed')} onRetry={() => void refetch()} />
        </>
      )}
      {!run && !error && <LoadingSkeleton />}
      {run && (run.status === 'missed' ? <MissedRun run={run} /> : <Run run={run} />)}
    </Page>
  )
}

function Run({ run }: { run: RunProgress }) {
  const { notification_type: channel } = run
  const { pathname } = useLocation()
  const filterTo = useCallback(
    (filter: { variant?: string; status?: string; reason?: string; link?: string }) =>
      `${withQuery(pathname, filter)}#recipients`,
    [pathname],
  )
  const linkTo = (status?: string) => `${withQuery(pathname, { status })}#recipients`
  return (
    <>
      <RunHeader run={run} facts={<Facts run={run} />} />
      <Stack>
        {isOpen(run) && <ProgressPanel run={run} linkTo={linkTo} />}
        <RunStats run={run} linkTo={linkTo} />
        {run.goal && <RunGoal run={run} figures={run.goal} />}
        {run.ab_test && <AbTestPanel run={run} test={run.ab_test} linkTo={filterTo} />}
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <Funnel run={run} linkTo={linkTo} />
          <OverTime run={run} />
        </div>
        <RunPanels run={run} linkTo={filterTo} />
        {run.details_removed_on === undefined && (
          <div className="grid grid-cols-1 gap-4 empty:hidden lg:grid-cols-2 lg:*:last:odd:col-span-2">
            {HAVE_BUTTONS.has(channel) && <Buttons run={run} />}
            <Reasons run={run} linkTo={filterTo} />
          </div>
        )}
      </Stack>
      <div id="recipients" className="mt-6 scroll-mt-16">
        {run.details_removed_on === undefined ? (
          <Recipients run={run} />
        ) : (
          <RemovedDetails removedOn={run.details_removed_on} />
        )}
      </div>
    </>
  )
}

function Facts({ run }: { run: RunProgress }) {
  const moments = useMoments()
  const { t, i18n } = useTranslation('delivery')
  const { list } = useDisplay()
  const { template_name: name, template_language: language } = run
  const template = [name, language && languageName(language, i18n.language)].filter(Boolean).join(', ')
  const audience = run.is_everyone ? t('run.everyone') : list(run.audience_names)
  const facts = [
    moments.dayAndTime(run.planned_on ?? run.started_on),
    audience,
    template !== '' && t('run.template', { name: template }),
    run.started_by !== null && t('run.startedBy', { name: run.started_by }),
  ]
  return joined(facts)
}

function LoadingSkeleton() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton width="20rem" height="1.75rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="5.5rem" />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Skeleton height="16rem" />
        <Skeleton height="16rem" />
      </div>
      <Skeleton height="24rem" />
    </Stack>
  )
}

/** Replaces the recipients of an old run whose details were deleted. */
function RemovedDetails({ removedOn }: { removedOn: number }) {
  const moments = useMoments()
  const { t } = useTranslation('delivery')
  return (
    <Section title={t('recipients.title')}>
      <StateCard kind="empty" icon={Archive} framed title={t('recipients.removed')}>
        {t('recipients.removedText', { day: moments.dayAndTime(removedOn) })}
      </StateCard>
    </Section>
  )
}

/** A missed run: why it did not start. It has no recipients. */
function MissedRun({ run }: { run: RunProgress }) {
  const moments = useMoments()
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'acts', 'common'])
  return (
    <>
      <RunHeader run={run} facts={moments.dayAndTime(run.planned_on ?? run.started_on)} />
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

/** The run's name, status and actions. */
function RunHeader({ run, facts }: { run: RunProgress; facts: ReactNode }) {
  const { notification_type: channel } = run
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'common'])
  return (
    <PageHeader
      crumbs={[
        { label: t('title'), href: paths.deliveries(slug) },
        { label: t(`common:channel.${channel}`), href: paths.deliveries(slug, { channel }) },
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
      facts={facts}
      actions={<RunActions run={run} />}
    />
  )
}
