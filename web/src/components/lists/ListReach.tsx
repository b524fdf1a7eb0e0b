import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { type DayRange, rangeUpTo } from '../display/ranges.ts'
import { useMoments } from '../display/use-moments.ts'

export interface ListReachProps {
  /** The time of the last listed row, in epoch seconds. */
  reachesTo: number
  zone: string | undefined
  /** The last day of the current range. */
  to: string | undefined
  /** The alert's title. */
  title: ReactNode
  onDays: (days: DayRange) => void
}

/** Shown if the list is cut off before its last row: says so, and offers the days before. */
export function ListReach({ reachesTo, zone, to, title, onDays }: ListReachProps) {
  const { t } = useTranslation()
  const today = useMoments().today()
  const older = rangeUpTo(new Date(reachesTo * 1000), zone)
  return (
    <Alert
      className="mt-3"
      title={title}
      action={
        older.to < (to ?? today) && (
          <Button size="sm" onClick={() => onDays(older)}>
            {t('list.reachOlder')}
          </Button>
        )
      }
    >
      {t('list.reachHint')}
    </Alert>
  )
}
