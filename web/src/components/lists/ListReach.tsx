import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { type DayRange, rangeUpTo } from '../display/ranges.ts'
import { useMoments } from '../display/use-moments.ts'

export interface ListReachProps {
  /** The moment of the last row that is listed, in epoch seconds. */
  reachesTo: number
  zone: string | undefined
  /** The last day that is asked for now. */
  to: string | undefined
  /** What is listed. */
  title: ReactNode
  onDays: (days: DayRange) => void
}

/** Where a list ends before its rows do: says so, and leads to the days before. */
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
