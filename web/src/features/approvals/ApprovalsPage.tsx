import { APPROVAL_STATUS, listApprovals, MODULE_NAMES } from '@notifly/contracts/approvals/approvals'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useReadPage } from '../../api/queries.ts'
import { REQUEST_PREFIX } from '../../components/approvals/request-address.ts'
import { statusName, useRequestWords } from '../../components/approvals/use-request-words.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { listFields, PER_PAGE } from '../../components/lists/list-state.ts'
import { TitledPage } from '../../components/navigation/TitledPage.tsx'
import { useOpenRow } from '../../components/navigation/use-open-row.ts'
import { useUrlState } from '../../components/navigation/use-url-state.ts'
import { useSlug } from '../../components/navigation/use-pages.ts'
import { useSession } from '../../components/session/use-session.ts'
import { useZone, useZoneWords } from '../../components/session/use-zone.ts'
import { paths, withQuery } from '../../paths.ts'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { TabLinks } from '../../ui/layout/Tabs.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { useApprovalColumns } from './approval-columns.tsx'

const POLL_MS = 30_000

/** Requests to decide, and those that the reader made. */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals')
  const [state, change] = useUrlState(approvalsState)
  const { status, page, per_page } = state
  const list = useReadPage(
    listApprovals,
    { query: { ...filterOf(state, status), page, per_page } },
    { pollMs: status === APPROVAL_STATUS.pending && POLL_MS },
  )
  const { openId, hrefOf, show } = useOpenRow(REQUEST_PREFIX)
  const columns = useApprovalColumns({ status, zone: useZone(), hrefOf })
  return (
    <TitledPage title={t('title')} facts={<Facts />}>
      <StatusTabs state={state} />
      <ListTable
        list={list}
        page={page}
        change={change}
        perPage={per_page}
        perPageChoices={PER_PAGE_CHOICES}
        onPerPage={next => change({ per_page: next, page: 1 })}
        failed={t('failed')}
        label={t(`tabs.${statusName(status)}`)}
        columns={columns}
        rowId={request => request.uuid}
        rowName={request => request.title}
        currentRow={openId}
        toolbar={<Filters state={state} change={change} />}
        empty={<NoRequests state={state} onClear={() => change(NO_FILTER)} />}
      />
      <RequestDialog uuid={openId} onClose={() => show(null)} />
    </TitledPage>
  )
}

/** "You approve for Templates, Campaigns." and the time zone of the page. */
function Facts() {
  const { t } = useTranslation('approvals')
  const { list } = useDisplay()
  const { moduleWords } = useRequestWords()
  const zoneWords = useZoneWords()
  const user = useSession()
  const mine = Object.values(ACTIVITY).filter(activity => {
    const at = user?.permission_activity_list.indexOf(activity) ?? -1
    return MODULE_NAMES[activity] !== undefined && user?.permission_levels[at]?.[1] === 1
  })
  const isAll = mine.length === Object.keys(MODULE_NAMES).length
  const lead =
    mine.length === 0
      ? t('youAsk')
      : isAll
        ? t('youApproveAll')
        : t('youApprove', { modules: list(mine.map(each => moduleWords(each))) })
  return <>{[lead, zoneWords].filter(Boolean).join(' · ')}</>
}

const TABS = [APPROVAL_STATUS.pending, APPROVAL_STATUS.approved, APPROVAL_STATUS.rejected, APPROVAL_STATUS.withdrawn]

function StatusTabs({ state }: { state: ApprovalsState }) {
  const slug = useSlug()
  const { t } = useTranslation('approvals')
  const { number } = useDisplay()
  const counts = [useTotal(state, 0), useTotal(state, 1), useTotal(state, 2), useTotal(state, 3)]
  const { search, module, mine } = state
  const query = { search: search || undefined, module: module || undefined, mine: mine || undefined }
  const tabs = TABS.map(status => ({
    value: String(status),
    label: t(`tabs.${statusName(status)}`),
    count: counts[status] === undefined ? undefined : number(counts[status]),
    href: withQuery(paths.approvals(slug), { ...query, status: status === 0 ? undefined : status }),
  }))
  return <TabLinks tabs={tabs} value={String(state.status)} label={t('title')} />
}

function useTotal(state: ApprovalsState, status: number): number | undefined {
  return useReadPage(listApprovals, { query: { ...filterOf(state, status), page: 1, per_page: 1 } }).data?.paging.total
}

interface FiltersProps {
  state: ApprovalsState
  change: (change: Partial<ApprovalsState>, options?: { replace?: boolean }) => void
}

function Filters({ state, change }: FiltersProps) {
  const { t } = useTranslation('approvals')
  const { moduleWords } = useRequestWords()
  return (
    <Toolbar find={<ListSearch search={state.search} change={change} placeholder={t('find')} />}>
      <FilterChip
        label={t('module')}
        allText={t('allModules')}
        value={state.module || null}
        onChange={next => change({ module: next ?? '', page: 1 })}
        options={Object.keys(MODULE_NAMES).map(value => ({ value, label: moduleWords(Number(value)) }))}
      />
      <FilterChip
        label={t('maker')}
        allText={t('anybody')}
        value={state.mine || null}
        onChange={next => change({ mine: next === '1' ? '1' : '', page: 1 })}
        options={[{ value: '1', label: t('me') }]}
      />
    </Toolbar>
  )
}

function NoRequests({ state, onClear }: { state: ApprovalsState; onClear: () => void }) {
  const { t } = useTranslation('approvals')
  if (isFiltered(state)) {
    return (
      <NothingFound filtered title={t('noneFound')} onClear={onClear}>
        {t('noneFoundText')}
      </NothingFound>
    )
  }
  const name = statusName(state.status)
  return (
    <StateCard kind="empty" icon={ClipboardCheck} title={t(`none.${name}`)}>
      {t(`noneText.${name}`)}
    </StateCard>
  )
}

const PER_PAGE_CHOICES = [10, 25, 50] as const

/** The filters in the address. */
const approvalsState = z.object({
  ...listFields,
  /** As APPROVAL_STATUS. */
  status: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3)), APPROVAL_STATUS.pending),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), PER_PAGE),
  /** A module's activity id. */
  module: z._default(z.string(), ''),
  /** `1`: only what the reader asked for. */
  mine: z._default(z.enum(['', '1']), ''),
})
type ApprovalsState = z.infer<typeof approvalsState>

const NO_FILTER: Partial<ApprovalsState> = { search: '', module: '', mine: '', page: 1 }

function isFiltered({ search, module, mine }: ApprovalsState): boolean {
  return search !== '' || module !== '' || mine !== ''
}

/** The query for the server, without the page. The contract parses numbers from text. */
function filterOf({ search, module, mine }: ApprovalsState, status: number) {
  return {
    status: String(status),
    description: search || undefined,
    activity_id: module || undefined,
    mine: mine === '' ? undefined : mine,
  }
}
