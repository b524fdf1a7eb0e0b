import { LOG_COUNTED_MAX, LOG_SEARCHED_MAX } from '@notifly/contracts/logs/logs'
import { useTranslation } from 'react-i18next'
import type { Paging } from '../../api/client.ts'
import { PER_PAGE } from '../../components/lists/list-state.ts'
import { ListReach } from '../../components/lists/ListReach.tsx'
import { PlanReach } from '../../components/lists/PlanReach.tsx'
import type { ChangeLogs, LogState } from './log-state.ts'

export interface LogReachProps {
  paging: Paging
  zone: string | undefined
  state: LogState
  change: ChangeLogs
}

/** Where the list ends before the log does: how far it goes back, and the way to the days before. */
export function LogReach({ paging: { total, reachesTo }, zone, state, change }: LogReachProps) {
  const { t } = useTranslation('logs')
  if (reachesTo === undefined) return null
  const isSearchCut = state.search !== '' && total < LOG_COUNTED_MAX
  const isLastPage = state.page * PER_PAGE >= total
  if (!isSearchCut && !isLastPage) return null
  // It ends where the plan does, and not by its length.
  if (state.search === '' && total < LOG_COUNTED_MAX) return <PlanReach reachesTo={reachesTo} />
  return (
    <ListReach
      reachesTo={reachesTo}
      zone={zone}
      to={state.to}
      title={isSearchCut ? t('reach.searched', { count: LOG_SEARCHED_MAX }) : t('reach.listed', { count: total })}
      onDays={days => change({ ...days, page: 1 })}
    />
  )
}
