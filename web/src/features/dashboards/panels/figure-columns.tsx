import { type Counts, FEW_SENT } from '@notifly/contracts/dashboards/figures'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Rate } from '../../../components/display/Rate.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { METRICS, type MetricId } from '../metrics.ts'
import { filterOf, type RecipientFilter } from '../recipient-filters.ts'
import { useFigureWords } from '../use-figure-words.ts'

/** Columns of figures; each number leads to what is behind it, and rates of few messages are grey and say why. */
export function useFigureColumns<Row extends Counts>(
  doorOf: (row: Row, filter: RecipientFilter) => string | undefined,
) {
  const { t } = useTranslation('dashboards')
  const { show } = useFigureWords()
  const cell = (row: Row, id: MetricId): ReactNode => {
    const { kind, of } = METRICS[id]
    const value = of(row)
    const text = show(value, kind)
    if (value === null) return text
    const door = value === 0 ? undefined : doorOf(row, filterOf(id, row))
    const number =
      door === undefined ? (
        text
      ) : (
        <Link tone="door" href={door}>
          {text}
        </Link>
      )
    return kind === 'count' ? number : <Rate isFew={row.sent < FEW_SENT}>{number}</Rate>
  }
  return (id: MetricId, name: string = id, card?: TableColumn<Row>['card']): TableColumn<Row> => ({
    id: name,
    header: t(`columns.${name}`),
    definition: t(`define.${name}`),
    align: 'end',
    skeleton: 'number',
    ...(card && { card }),
    cell: row => <span className="tnum">{cell(row, id)}</span>,
  })
}
