import {
  type OperatorStatus,
  readOperatorStatus,
  runFailedJobs,
  type Trouble,
  type UnsafeSetting,
} from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/queries.ts'
import { Figure } from '../../components/display/Figure.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { NotFoundCard } from '../../components/states/NotFoundCard.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { type KeyValue, KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Page, Stack } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { type Stat, StatRow } from '../../ui/layout/StatRow.tsx'
import type { Tone } from '../../ui/layout/tone.ts'
import { BackupsPanel, RestoredPanel } from './BackupPanels.tsx'
import { QueuesPanel, WorkersPanel } from './EnginePanels.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { RatePanel } from './RatePanel.tsx'
import { CountersPanel, QuotasPanel, StoragePanel } from './UpkeepPanels.tsx'
import { useSpans } from './use-spans.ts'

const POLL_MS = 5000

/** The engine of the whole installation, for those who look after it. The server answers 404 to all others. */
export function OperatorPage() {
  const { t } = useTranslation('operator')
  const status = useRead(readOperatorStatus, {}, { pollMs: POLL_MS })
  const { data, error } = status
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      {error && !data && error.status === 404 ? (
        <NotFoundCard framed />
      ) : (
        <>
          <Header status={data} />
          {error && !data && <ReadFailure error={error} title={t('failed')} onRetry={() => void status.refetch()} />}
          {!data && !error && <LoadingSkeleton />}
          {data && <Engine status={data} isStale={error !== null} />}
        </>
      )}
    </Page>
  )
}

function Header({ status }: { status: OperatorStatus | undefined }) {
  const { t } = useTranslation('operator')
  const count = status ? status.troubles.length + status.unsafe_settings.length : 0
  return (
    <PageHeader
      title={t('title')}
      badge={
        status && (
          <Badge type={count === 0 ? 'light-green' : 'danger'} live={count === 0}>
            {count === 0 ? t('well') : t('unwell', { count })}
          </Badge>
        )
      }
      facts={t('lead')}
    />
  )
}

function Engine({ status, isStale }: { status: OperatorStatus; isStale: boolean }) {
  const { t } = useTranslation('operator')
  const { timeOfDay } = useDisplay()
  return (
    <Stack>
      {isStale && (
        <Alert tone="warning" title={t('stale')}>
          {t('staleText', { time: timeOfDay(status.at) })}
        </Alert>
      )}
      <Troubles troubles={status.troubles} />
      <UnsafeSettings settings={status.unsafe_settings} />
      {status.restored && <RestoredPanel restored={status.restored} />}
      <EngineStats status={status} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <RatePanel status={status} />
        <BackgroundPanel status={status} />
      </div>
      <QueuesPanel status={status} />
      <WorkersPanel status={status} />
      {status.counters.off.length > 0 && <CountersPanel off={status.counters.off} />}
      {status.near_quotas.length > 0 && <QuotasPanel uses={status.near_quotas} />}
      <StoragePanel status={status} />
      <BackupsPanel status={status} />
      {status.payment_hook && <PaymentsPanel hook={status.payment_hook} at={status.at} />}
    </Stack>
  )
}

function LoadingSkeleton() {
  return (
    <Stack>
      <LoadingNote />
      <Skeleton height="5.5rem" />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Skeleton height="15rem" />
        <Skeleton height="15rem" />
      </div>
      <Skeleton height="10rem" />
      <Skeleton height="10rem" />
    </Stack>
  )
}

/** What was accepted when the product started and yet should be changed. */
function UnsafeSettings({ settings }: { settings: readonly UnsafeSetting[] }) {
  const { t } = useTranslation('operator')
  return settings.map(({ setting, risk }) => (
    <Alert key={risk} tone="warning" title={t('unsafe.title', { setting })}>
      {t(`unsafe.${risk}`)}
    </Alert>
  ))
}

/** Messages do not leave, or what is shown to people is wrong; everything else can wait until tomorrow. */
const URGENT: readonly Trouble['kind'][] = ['no_worker', 'stalled', 'no_scheduler', 'no_room']

/** Troubles that need a person: what happened, and what to do. */
function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const { t } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const { span } = useSpans()
  return troubles.map((trouble, index) => {
    const { kind, seconds, n, name } = trouble
    const tone: Tone = URGENT.includes(kind) ? 'danger' : 'warning'
    const count = n ?? 0
    const values = {
      count,
      shown: kind === 'journal_behind' ? bytes(count) : number(count),
      span: span(seconds ?? 0),
      name: name ?? '',
    }
    return (
      <Alert
        key={`${kind}.${index}`}
        tone={tone}
        title={t(`trouble.${kind}.title`, values)}
        action={kind === 'failed_jobs' && <RunJobsAgain />}
      >
        {t(`trouble.${kind}.text`, values)}
      </Alert>
    )
  })
}

function RunJobsAgain() {
  const { t } = useTranslation('operator')
  const { mutate, isPending } = useWrite(runFailedJobs, { refreshes: [readOperatorStatus] })
  return (
    <Button size="sm" disabled={isPending} onClick={() => mutate({})}>
      {t('trouble.failed_jobs.again')}
    </Button>
  )
}

/** What is on its way beside the messages: background work, and events that are not counted yet. */
function BackgroundPanel({ status: { jobs, counters, workers } }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const { span } = useSpans()
  const since = (seconds: number | null): string => (seconds === null ? t('background.nothing') : span(seconds))
  const journalBytes = workers.reduce((sum, worker) => sum + worker.journal_bytes, 0)
  const connections = workers.reduce((sum, worker) => sum + worker.connections, 0)
  const items: KeyValue[] = [
    { id: 'hits', label: t('background.hits'), value: number(counters.hits_waiting) },
    { id: 'oldestHit', label: t('background.oldest'), value: since(counters.oldest_hit_seconds), indent: true },
    { id: 'reports', label: t('background.reports'), value: number(counters.reports_waiting) },
    { id: 'journal', label: t('background.journal'), value: bytes(journalBytes) },
    { id: 'jobs', label: t('background.jobs'), value: number(jobs.waiting) },
    { id: 'oldestJob', label: t('background.oldest'), value: since(jobs.oldest_seconds), indent: true },
    { id: 'running', label: t('background.running'), value: number(jobs.running) },
    { id: 'connections', label: t('background.connections'), value: number(connections) },
  ]
  return (
    <Panel title={t('background.title')}>
      <KeyValues items={items} />
    </Panel>
  )
}

/** The engine in seven numbers. */
export function EngineStats({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number } = useDisplay()
  const { span, rate } = useSpans()
  const { queue, rates, workers, leases_lost: lost } = status
  const perSecond = (of: 'sent' | 'failed'): number => rates.reduce((sum, each) => sum + each[of], 0)
  const silent = workers.filter(worker => worker.is_silent).length
  const stats: Stat[] = [
    {
      id: 'rate',
      label: t('stats.rate'),
      value: rate(perSecond('sent')),
      detail: t('stats.failedRate', { rate: rate(perSecond('failed')) }),
    },
    {
      id: 'due',
      label: t('stats.due'),
      value: <Figure value={queue.due} />,
      detail:
        queue.oldest_due_seconds === null
          ? t('stats.nothingDue')
          : t('stats.oldest', { span: span(queue.oldest_due_seconds) }),
    },
    { id: 'leased', label: t('stats.leased'), value: <Figure value={queue.leased} />, detail: t('stats.leasedDetail') },
    {
      id: 'later',
      label: t('stats.later'),
      value: <Figure value={queue.later} />,
      detail: t('stats.paused', { count: queue.paused }),
    },
    {
      id: 'retries',
      label: t('stats.retries'),
      value: <Figure value={queue.retries} />,
      detail: t('stats.retriesDetail'),
    },
    {
      id: 'workers',
      label: t('stats.workers'),
      value: number(workers.length - silent),
      detail: silent === 0 ? t('stats.allHeard') : t('stats.silent', { count: silent }),
    },
    {
      id: 'lost',
      label: t('stats.lost'),
      value: number(lost.last_hour),
      detail: t('stats.lostTotal', { count: lost.total }),
    },
  ]
  return <StatRow label={t('stats.label')} stats={stats} />
}
