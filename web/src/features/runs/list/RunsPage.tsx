import { listRuns } from '@notifly/contracts/runs/deliveries'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../../api/queries.ts'
import { NewCampaign } from '../../../components/campaigns/NewCampaign.tsx'
import { DEFAULT_RANGE, type DayRange, rangeOf } from '../../../components/display/ranges.ts'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { ListTable } from '../../../components/lists/ListTable.tsx'
import { FIRST_DAY, NoneInRange } from '../../../components/lists/NoneInRange.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { PageTitle } from '../../../components/navigation/PageTitle.tsx'
import { DeliveryTabs } from '../../../components/navigation/DeliveryTabs.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useZone, useZoneWords } from '../../../components/session/use-zone.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { isOpen } from '../run/run-figures.ts'
import { RunFilters } from './RunFilters.tsx'
import { NO_FILTER, runsState, type RunsState } from './runs-address.ts'
import { useRunColumns } from './run-columns.tsx'

const LIVE_POLL_MS = 2000

/** The runs of all channels, or of the channel in the address. */
export function RunsPage() {
  const { t } = useTranslation('delivery')
  return (
    <Page>
      <PageTitle>{t('title')}</PageTitle>
      <Runs />
    </Page>
  )
}

function Runs() {
  const { t } = useTranslation('delivery')
  const zoneWords = useZoneWords()
  const [state, change] = useUrlState(runsState)
  const { page, channel, ...filter } = state
  const query = { ...filter, page, per_page: PER_PAGE, ...(channel && { notification_type: channel }) }
  const first = useReadPage(listRuns, { query })
  const isLive = first.data?.rows.some(isOpen) ?? false
  const list = useReadPage(listRuns, { query }, { pollMs: isLive && LIVE_POLL_MS })
  const columns = useRunColumns(channel)
  const total = list.data?.paging.total ?? 0
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={
          list.data ? (
            <>
              {t('runs.count', { count: total })}
              {zoneWords && ` · ${zoneWords}`}
            </>
          ) : null
        }
      />
      <DeliveryTabs value="runs" />
      <ListTable
        list={list}
        page={page}
        change={change}
        failed={t('runs.failed')}
        label={t('runs.label')}
        columns={columns}
        rowId={run => run.run_uuid}
        rowName={run => run.name}
        toolbar={<RunFilters state={state} change={change} />}
        empty={<NoRuns state={state} change={change} />}
      />
    </>
  )
}

interface NoRunsProps {
  state: RunsState
  change: (change: Partial<RunsState>) => void
}

function NoRuns({ state, change }: NoRunsProps) {
  const { t } = useTranslation('delivery')
  const zone = useZone()
  const { search, status, channel } = state
  const query = { search, status, from: FIRST_DAY, per_page: 1, ...(channel && { notification_type: channel }) }
  const anyDay = useRead(listRuns, { query })
  if (anyDay.isPending) return null
  if (anyDay.error && !anyDay.data) {
    return (
      <ReadFailure framed={false} error={anyDay.error} title={t('runs.failed')} onRetry={() => void anyDay.refetch()} />
    )
  }
  const latest = anyDay.data?.[0]
  if (latest !== undefined) {
    const defaultRange = rangeOf(DEFAULT_RANGE, zone)
    const days = { from: state.from ?? defaultRange.from, to: state.to ?? defaultRange.to }
    const show = (range: DayRange) => change({ ...range, page: 1 })
    return <NoneInRange days={days} latest={{ name: latest.name, at: latest.started_on }} zone={zone} onRange={show} />
  }
  const isFiltered = search !== '' || status !== '' || channel !== undefined || state.from !== undefined
  if (isFiltered) {
    return (
      <NothingFound filtered title={t('runs.noneFound')} onClear={() => change(NO_FILTER)}>
        {t('runs.noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard kind="empty" icon={Send} title={t('runs.none')} actions={<NewCampaign label={t('runs.newCampaign')} />}>
      {t('runs.noneText')}
    </StateCard>
  )
}
