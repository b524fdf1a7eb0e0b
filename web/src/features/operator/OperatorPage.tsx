import { type OperatorStatus, readOperatorStatus } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { PageTitle } from '../../components/navigation/PageTitle.tsx'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import { Page, Stack } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { LoadingNote, Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { BackgroundPanel } from './BackgroundPanel.tsx'
import { CountersPanel } from './CountersPanel.tsx'
import { EngineStats } from './EngineStats.tsx'
import { QueuesPanel } from './QueuesPanel.tsx'
import { QuotasPanel } from './QuotasPanel.tsx'
import { RatePanel } from './RatePanel.tsx'
import { StoragePanel } from './StoragePanel.tsx'
import { Troubles } from './Troubles.tsx'
import { UnsafeSettings } from './UnsafeSettings.tsx'
import { WorkersPanel } from './WorkersPanel.tsx'

const POLL_MS = 5000

/** The engine of the whole installation, for those who look after it. The server answers 404 to everybody else. */
export function OperatorPage() {
  const { t } = useTranslation('operator')
  const status = useRead(readOperatorStatus, {}, { pollMs: POLL_MS })
  const { data, error } = status
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      {error && !data && error.status === 404 ? (
        <ReadFailure error={error} onRetry={() => void status.refetch()} />
      ) : (
        <>
          <Header status={data} />
          {error && !data && <ReadFailure error={error} title={t('failed')} onRetry={() => void status.refetch()} />}
          {!data && !error && <Ghost />}
          {data && <Engine status={data} isStale={error !== null} />}
        </>
      )}
    </Page>
  )
}

function Header({ status }: { status: OperatorStatus | undefined }) {
  const { t } = useTranslation('operator')
  const { number } = useDisplay()
  const count = status ? status.troubles.length + status.unsafe_settings.length : 0
  return (
    <PageHeader
      title={t('title')}
      badge={
        status && (
          <Badge type={count === 0 ? 'light-green' : 'danger'} live={count === 0}>
            {count === 0 ? t('well') : t('unwell', { count, shown: number(count) })}
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
      <EngineStats status={status} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <RatePanel status={status} />
        <BackgroundPanel status={status} />
      </div>
      <QueuesPanel status={status} />
      <WorkersPanel status={status} />
      {status.counters.off.length > 0 && <CountersPanel off={status.counters.off} />}
      {status.near_quotas.length > 0 && <QuotasPanel uses={status.near_quotas} />}
      <StoragePanel status={status} />
    </Stack>
  )
}

function Ghost() {
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
