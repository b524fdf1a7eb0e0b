/** Days of a chart in words, and channels in their colours. */
import { type Channel, CHANNELS } from '@notifly/contracts/applications/applications'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartTone } from '../../../components/charts/chart-colours.ts'
import type { LineRows, LineWords } from '../../../components/charts/line-parts.ts'
import { useDisplay } from '../../../components/display/use-display.ts'

/** The same colour for a channel wherever it is a series. */
export function toneOf(channel: Channel): ChartTone {
  return (CHANNELS.indexOf(channel) + 1) as ChartTone
}

export function useCountWords(): LineWords {
  const { number, abbreviated } = useDisplay()
  return useMemo(() => ({ format: number, formatAxis: abbreviated }), [number, abbreviated])
}

/** The whole chart in one sentence: days, and the sum of each line. */
export function useChartSummary() {
  const { t } = useTranslation('engagement')
  const { number } = useDisplay()
  return (title: string, { points, series }: LineRows): string => {
    const sums = series.map(({ label, values }) => {
      const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
      return t('part', { name: label, value: number(sum) })
    })
    return t('chart', { title, from: points[0]?.full ?? '', to: points.at(-1)?.full ?? '', parts: sums.join(', ') })
  }
}
