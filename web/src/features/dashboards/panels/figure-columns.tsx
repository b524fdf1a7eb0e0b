import { type Counts, FEW_SENT } from '@notifly/contracts/dashboards/figures'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../ui/layout/Link.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { METRICS, type MetricId } from '../metrics.ts'
import { useFigureWords } from '../use-figure-words.ts'

/** Columns of figures; each number leads to what is behind its row, and rates of few messages are grey and say why. */
export function useFigureColumns<Row extends Counts>(doorOf: (row: Row) => string | undefined) {
  const { t } = useTranslation('dashboards')
  const { show } = useFigureWords()
  const cell = (row: Row, id: MetricId): ReactNode => {
    const { kind, of } = METRICS[id]
    const value = of(row)
    const text = show(value, kind)
    const door = doorOf(row)
    if (kind !== 'count' && value !== null && row.sent < FEW_SENT) {
      return (
        <span className="text-muted" title={t('few', { count: FEW_SENT })}>
          {text}
        </span>
      )
    }
    if (value === null || value === 0 || door === undefined) return text
    return (
      <Link tone="door" href={door}>
        {text}
      </Link>
    )
  }
  return (id: MetricId, name: string = id, card?: TableColumn<Row>['card']): TableColumn<Row> => ({
    id: name,
    header: t(`columns.${name}`),
    definition: t(`define.${name}`),
    align: 'end',
    ghost: 'number',
    ...(card && { card }),
    cell: row => <span className="tnum">{cell(row, id)}</span>,
  })
}
