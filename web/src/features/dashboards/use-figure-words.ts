/** Figures of dashboards in words, and how one moved since the period before. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import type { Metric } from './metrics.ts'

export interface Move {
  /** Of what is better: up for more of the good, down for less of the bad. */
  tone: 'good' | 'bad' | 'none'
  direction: 'up' | 'down' | 'none'
  /** "8.4%", "1.6 pt"; nothing where both are alike. */
  by: string
  /** "from 380,817". */
  from: string
}

export function useFigureWords() {
  const { t, i18n } = useTranslation('dashboards')
  const { number, percent } = useDisplay()
  const locale = i18n.language
  return useMemo(() => {
    const decimals = (digits: number, style: 'percent' | 'decimal') =>
      new Intl.NumberFormat(locale, { style, minimumFractionDigits: digits, maximumFractionDigits: digits })
    const fine = decimals(2, 'percent')
    const change = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
    const show = (value: number | null, kind: Metric['kind']) => {
      if (value === null) return '–'
      if (kind === 'count') return number(value)
      return kind === 'fine' && value < 0.01 ? fine.format(value) : percent(value)
    }
    const points = (value: number, kind: Metric['kind']) =>
      t('delta.points', { value: decimals(kind === 'fine' ? 2 : 1, 'decimal').format(value * 100) })
    const move = (value: number | null, before: number | null, { kind, better }: Pick<Metric, 'kind' | 'better'>) => {
      if (value === null || before === null) return undefined
      const from = t('delta.from', { value: show(before, kind) })
      // As people see them: the difference of what is shown.
      const step = kind === 'count' ? 1 : kind === 'fine' ? 1e-4 : 1e-3
      const difference = (Math.round(value / step) - Math.round(before / step)) * step
      if (difference === 0) return { tone: 'none', direction: 'none', by: '', from: t('delta.same') } satisfies Move
      const direction = difference > 0 ? 'up' : 'down'
      const size = Math.abs(difference)
      const by = kind !== 'count' ? points(size, kind) : before === 0 ? number(size) : change.format(size / before)
      const tone = (direction === 'up') === (better === 'more') ? 'good' : 'bad'
      return { tone, direction, by, from } satisfies Move
    }
    return { show, move }
  }, [locale, number, percent, t])
}
