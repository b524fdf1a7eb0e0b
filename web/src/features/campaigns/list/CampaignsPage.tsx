import { countAllCampaigns, listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage } from '../../../api/queries.ts'
import { CampaignQuestions } from '../../../components/campaigns/CampaignQuestions.tsx'
import { NewCampaign } from '../../../components/campaigns/NewCampaign.tsx'
import { useCampaignActs } from '../../../components/campaigns/use-campaign-acts.ts'
import type { DayRange } from '../../../components/display/ranges.ts'
import { PER_PAGE } from '../../../components/lists/list-state.ts'
import { FIRST_DAY, NoneInRange } from '../../../components/lists/NoneInRange.tsx'
import { NothingFound } from '../../../components/lists/NothingFound.tsx'
import { TitledPage } from '../../../components/navigation/TitledPage.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { useZone, useZoneWords } from '../../../components/session/use-zone.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { useFirstSettled } from '../../../ui/feedback/use-first-settled.ts'
import { StateCard } from '../../../ui/feedback/StateCard.tsx'
import { ViewLinks } from '../ViewLinks.tsx'
import { CampaignsTable } from './CampaignsTable.tsx'
import { CampaignToolbar } from './CampaignToolbar.tsx'
import { type ListState, TABS, TAB_IDS, type TabId, daysOf, isNarrowed, listState, statusesOf } from './list-state.ts'
import { LiveRun, useLiveRun } from './LiveRun.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { TabLinks } from '../../../ui/layout/Tabs.tsx'

/** How often the list is read again while a campaign is running; a list without running campaigns is not polled. */
const POLL_MS = 4000

/** The application's campaigns: running, upcoming and past. */
export function CampaignsPage() {
  const { t } = useTranslation('campaigns')
  const [state, change] = useUrlState(listState)
  const zone = useZone() ?? 'UTC'
  const zoneWords = useZoneWords()
  const days = daysOf(state, zone)
  const { channel, search, tag } = state
  const counts = useRead(countAllCampaigns, { query: { channel, search, tag, ...days } })
  const moving = ['pending', 'executing'].some(status => (counts.data?.[status] ?? 0) > 0)
  const query = {
    channel,
    search,
    tag,
    status: statusesOf(state),
    ...days,
    sort: state.sort,
    page: state.page,
    per_page: PER_PAGE,
  }
  const list = useReadPage(listAllCampaigns, { query }, { pollMs: moving && POLL_MS })
  useRead(
    countAllCampaigns,
    { query: { channel, search, tag, ...days } },
    { enabled: moving, pollMs: moving && POLL_MS },
  )
  const live = useLiveRun(moving)
  const place = useFirstSettled(counts.data !== undefined && (!moving || live !== undefined))
  const acts = useCampaignActs()
  const all = Object.values(counts.data ?? {}).reduce((sum, n) => sum + n, 0)
  return (
    <TitledPage
      title={t('list.title')}
      facts={counts.data ? [t('list.count', { count: all }), zoneWords].filter(Boolean).join(' · ') : null}
      actions={
        <>
          <ViewLinks view="list" />
          <NewCampaign label={t('list.new')} />
        </>
      }
    >
      {live !== undefined && <LiveRun zone={zone} acts={acts} row={live} />}
      <CampaignTabs key={`tabs ${place}`} state={state} counts={counts.data} />
      <CampaignsTable
        key={`table ${place}`}
        zone={zone}
        list={list}
        page={state.page}
        sort={state.sort}
        change={change}
        acts={acts}
        toolbar={<CampaignToolbar state={state} days={days} zone={zone} onChange={change} />}
        empty={<Nothing state={state} days={days} zone={zone} change={change} />}
      />
      <CampaignQuestions acts={acts} />
    </TitledPage>
  )
}

const CLEARED = { tab: 'all', channel: undefined, tag: undefined, search: '', status: '', page: 1 } as const

interface NothingProps {
  state: ListState
  days: DayRange
  zone: string
  change: (change: Partial<ListState>) => void
}

function Nothing({ state, days, zone, change }: NothingProps) {
  const { t } = useTranslation('campaigns')
  const { channel, search, tag } = state
  const filter = { channel, search, tag, status: statusesOf(state) }
  const anyDay = useRead(listAllCampaigns, {
    query: { ...filter, from: FIRST_DAY, sort: '-updated_on', per_page: 1 },
  })
  if (anyDay.isPending) return null
  if (anyDay.error && !anyDay.data) {
    return (
      <ReadFailure framed={false} error={anyDay.error} title={t('list.failed')} onRetry={() => void anyDay.refetch()} />
    )
  }
  const latest = anyDay.data?.[0]
  if (latest !== undefined) {
    const { campaignName: name, updated_on: at } = latest
    const show = (range: DayRange) => change({ ...range, page: 1 })
    return <NoneInRange days={days} latest={{ name, at }} zone={zone} onRange={show} />
  }
  if (isNarrowed(state)) {
    const title = state.search ? t('list.noneFound', { search: state.search }) : t('list.noneHere')
    return (
      <NothingFound filtered title={title} onClear={() => change(CLEARED)}>
        {t('list.noneFoundText')}
      </NothingFound>
    )
  }
  return (
    <StateCard kind="empty" icon={Send} title={t('list.empty')} actions={<NewCampaign label={t('list.new')} second />}>
      {t('list.emptyText')}
    </StateCard>
  )
}

interface CampaignTabsProps {
  state: ListState
  /** Number of campaigns by status; undefined while loading. */
  counts: Record<string, number> | undefined
}

/** The tabs: all, running, scheduled, drafts, ended and failed. */
function CampaignTabs({ state, counts }: CampaignTabsProps) {
  const slug = useSlug()
  const { t } = useTranslation('campaigns')
  const { number } = useDisplay()
  const countOf = (tab: TabId) => counts && number(TABS[tab].reduce((sum, status) => sum + (counts[status] ?? 0), 0))
  const { channel, search, tag, from, to, sort } = state
  const kept = { channel, tag, search: search || undefined, from, to, sort: sort === '-schedule' ? undefined : sort }
  return (
    <TabLinks
      label={t('list.tabsLabel')}
      value={state.tab}
      tabs={TAB_IDS.map(tab => ({
        value: tab,
        label: t(`list.tabs.${tab}`),
        count: countOf(tab),
        href: paths.campaigns(slug, { ...kept, tab: tab === 'all' ? undefined : tab }),
      }))}
    />
  )
}
