import type { Point } from '@notifly/contracts/dashboards/parts'
import type { WebpushDashboard } from '@notifly/contracts/dashboards/push'
import { useTranslation } from 'react-i18next'
import { LinesPanel, type PanelLine } from './LinesPanel.tsx'

/** How many arrived, and of those how many were opened and clicked, day by day. */
export function PushRates({ rates: { data, is_loaded } }: { rates: WebpushDashboard['delivery_open_rate'] }) {
  const { t } = useTranslation('dashboards')
  const line = (
    id: 'delivery_rate' | 'open_rate' | 'click_rate',
    tone: PanelLine['tone'],
    points: readonly Point[],
  ) => ({
    id,
    tone,
    label: t(`cards.${id}`),
    values: points.map(({ count }) => (count === null ? null : count / 100)),
  })
  // Browsers do not tell of notifications that they were opened; where some app does, there is a line.
  const hasOpens = data.open_rate.some(({ count }) => count !== null && count > 0)
  return (
    <LinesPanel
      title={t('rates.title')}
      definition={t('define.rates')}
      kind="rate"
      days={data.delivery_rate.map(({ date }) => date)}
      isLoaded={is_loaded}
      panel="daily"
      lines={[
        line('delivery_rate', 1, data.delivery_rate),
        ...(hasOpens ? [line('open_rate', 2, data.open_rate)] : []),
        line('click_rate', 3, data.click_rate),
      ]}
    />
  )
}
