import { LOG_COUNTED_MAX, LOG_SEARCHED_MAX } from '@notifly/contracts/logs/logs'
import { useTranslation } from 'react-i18next'
import type { Paging } from '../../api/client.ts'
import { rangeUpTo } from '../../components/display/ranges.ts'
import { useMoments } from '../../components/display/use-moments.ts'
import { PER_PAGE } from '../../components/lists/list-state.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
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
  const today = useMoments().today()
  if (reachesTo === undefined) return null
  const isSearchCut = state.search !== '' && total < LOG_COUNTED_MAX
  const isLastPage = state.page * PER_PAGE >= total
  if (!isSearchCut && !isLastPage) return null
  const older = rangeUpTo(new Date(reachesTo * 1000), zone)
  const isEarlier = older.to < (state.to ?? today)
  return (
    <Alert
      className="mt-3"
      title={isSearchCut ? t('reach.searched', { count: LOG_SEARCHED_MAX }) : t('reach.listed', { count: total })}
      action={
        isEarlier && (
          <Button size="sm" onClick={() => change({ from: older.from, to: older.to, page: 1 })}>
            {t('reach.older')}
          </Button>
        )
      }
    >
      {t('reach.hint')}
    </Alert>
  )
}
