import { readGrowth } from '@notifly/contracts/dashboards/application'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import type { LineRows } from '../../../components/charts/line-parts.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { GivenDays } from '../../../components/display/DayRangePicker.tsx'
import { LinesPanel } from './LinesPanel.tsx'
import { useDayPoints } from './use-channel-lines.ts'

/** Who came, who left and which addresses were suppressed, by day. */
export function GrowthPanel({ days }: { days: GivenDays }) {
  const { t } = useTranslation('engagement')
  const { data, error, refetch } = useRead(readGrowth, { query: days })
  const points = useDayPoints((data?.days ?? []).map(({ date }) => date))
  if (error && !data) return <ReadFailure error={error} title={t('growth.failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="17rem" />
  const line = (id: 'added' | 'left' | 'suppressed', tone: 1 | 2 | 3) => ({
    id,
    tone,
    label: t(`growth.${id}`),
    values: data.days.map(day => day[id]),
  })
  const rows: LineRows = { points, series: [line('added', 1), line('left', 2), line('suppressed', 3)] }
  return (
    <LinesPanel title={t('growth.title')} definition={t('growth.definition')} rows={rows} none={t('growth.none')} />
  )
}
