import { useTranslation } from 'react-i18next'
import type { ChartTone } from '../../../components/charts/chart-colours.ts'
import { METRICS, type MetricId } from '../metrics.ts'
import type { Dashboard } from '../use-dashboard.ts'
import { LinesPanel } from './LinesPanel.tsx'

export interface RatePanelProps {
  id: MetricId
  tone: ChartTone
  data: Dashboard
}

/** One figure day by day, against the period before. */
export function RatePanel({ id, tone, data: { daily, previous } }: RatePanelProps) {
  const { t } = useTranslation('dashboards')
  const { kind, of } = METRICS[id]
  const title = t(`cards.${id}`)
  return (
    <LinesPanel
      title={title}
      definition={t(`define.${id}`)}
      kind={kind}
      days={daily.data.map(({ date }) => date)}
      isLoaded={daily.is_loaded}
      lines={[{ id, label: title, tone, values: daily.data.map(of) }]}
      before={previous?.daily.map(of)}
      panel="daily"
    />
  )
}
