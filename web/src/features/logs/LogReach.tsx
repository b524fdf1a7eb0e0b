import { LOG_COUNTED_MAX, LOG_SEARCHED_MAX } from '@notifly/contracts/logs/logs'
import { useTranslation } from 'react-i18next'
import type { Paging } from '../../api/client.ts'
import { useMoments } from '../../components/display/use-moments.ts'
import { PER_PAGE } from '../../components/lists/list-state.ts'
import { PlanReach } from '../../components/lists/PlanReach.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { ChangeLogs, LogState } from './log-state.ts'

export interface LogReachProps {
  paging: Paging
  state: LogState
  change: ChangeLogs
}

/** Shown if the list ends before the log does: how far it goes back, and a link to the rest. */
export function LogReach({ paging: { total, reachesTo, goesOnBefore }, state, change }: LogReachProps) {
  const { t } = useTranslation('logs')
  const { exact } = useMoments()
  if (reachesTo === undefined) return null
  if (goesOnBefore === undefined) return <PlanReach reachesTo={reachesTo} />
  const isListed = total >= LOG_COUNTED_MAX
  const moment = exact(reachesTo)
  if (isListed && state.page * PER_PAGE < total) return null
  return (
    <Alert
      className="mt-3"
      action={
        <Button size="sm" onClick={() => change({ before: goesOnBefore, page: 1 })}>
          {isListed ? t('reach.listOlder') : t('reach.searchOlder')}
        </Button>
      }
    >
      {isListed
        ? t('reach.listed', { count: total, moment })
        : t('reach.searched', { count: LOG_SEARCHED_MAX, moment })}
    </Alert>
  )
}

/** Above a list that continues a previous one. */
export function LogBegin({ state: { before }, change }: Pick<LogReachProps, 'state' | 'change'>) {
  const { t } = useTranslation('logs')
  const { exact } = useMoments()
  if (before === undefined) return null
  return (
    <Alert
      className="mb-3"
      action={
        <Button size="sm" onClick={() => change({ before: undefined, page: 1 })}>
          {t('reach.toNewest')}
        </Button>
      }
    >
      {t('reach.before', { moment: exact(secondsOf(before)) })}
    </Alert>
  )
}

/** The time of an entry: its id begins with the milliseconds (UUIDv7). */
const secondsOf = (id: string): number => Math.floor(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / 1000)
