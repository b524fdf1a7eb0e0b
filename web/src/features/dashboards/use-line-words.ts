/** Charts of days in words: of points, axes and whole charts. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineRows, LineWords } from '../../components/charts/line-parts.ts'
import { useDayWords } from '../../components/display/use-day-words.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { joined } from '../../locales/isolated.ts'
import type { Metric } from './metrics.ts'
import { useFigureWords } from './use-figure-words.ts'
import { useView } from './view.ts'

export function useAxisWords(kind: Metric['kind']): LineWords {
  const { abbreviated } = useDisplay()
  const { show } = useFigureWords()
  const { i18n } = useTranslation()
  return useMemo(() => {
    const rates = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
    return {
      isWhole: kind === 'count',
      format: value => show(value, kind),
      formatAxis: value => (kind === 'count' ? abbreviated(value) : rates.format(value)),
    }
  }, [kind, abbreviated, show, i18n.language])
}

interface Summarized {
  title: string
  kind: Metric['kind']
  lines: readonly { label: string; values: readonly (number | null)[] }[]
  points: LineRows['points']
}

/** The whole chart in one sentence. */
export function useLineSummary({ title, kind, lines, points }: Summarized): string {
  const { t } = useTranslation('dashboards')
  const { show } = useFigureWords()
  const parts = lines.map(({ label, values }) => {
    const known = values.filter(value => value !== null)
    if (known.length === 0) return t('summary.unknown', { name: label })
    const [least, most, last] = [Math.min(...known), Math.max(...known), known.at(-1) ?? 0].map(value =>
      show(value, kind),
    )
    return t('summary.line', { name: label, least, most, last })
  })
  return t('summary.lines', {
    title,
    from: points[0]?.full ?? '',
    to: points.at(-1)?.full ?? '',
    parts: parts.join('; '),
  })
}

/** What a picture says below its title: days and campaign. */
export function useCaption(): string {
  const { range, campaign } = useView()
  const words = useDayWords()
  return joined([words.range(range), campaign?.name])
}
