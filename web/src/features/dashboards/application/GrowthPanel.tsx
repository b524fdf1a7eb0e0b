import { readGrowth } from '@notifly/contracts/dashboards/application'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDayPoints } from '../../../components/charts/use-day-points.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { paths } from '../../../paths.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { GivenDays } from '../../../components/display/DayRangePicker.tsx'
import { type DayLine, LinesPanel } from './LinesPanel.tsx'

/** Who came, who left and which addresses were suppressed, by day. */
export function GrowthPanel({ days }: { days: GivenDays }) {
  const { t } = useTranslation('engagement')
  const slug = useSlug()
  const exists = usePageExists()
  const { data, error, refetch } = useRead(readGrowth, { query: days })
  const points = useDayPoints((data?.days ?? []).map(({ date }) => date))
  if (error && !data) return <ReadFailure error={error} title={t('growth.failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="17.75rem" />
  const { from, to } = data.range
  const changed = (change: 'added' | 'left') => paths.contacts(slug, { change, from, to })
  const line = (id: 'added' | 'left' | 'suppressed', tone: 1 | 2 | 3, people: string): DayLine => ({
    id,
    tone,
    label: t(`growth.${id}`),
    values: data.days.map(day => day[id]),
    href: exists(people) ? people : undefined,
  })
  return (
    <LinesPanel
      title={t('growth.title')}
      definition={t('growth.definition')}
      points={points}
      series={[
        line('added', 1, changed('added')),
        line('left', 2, changed('left')),
        line('suppressed', 3, paths.suppressions(slug)),
      ]}
      none={t('growth.none')}
    />
  )
}
