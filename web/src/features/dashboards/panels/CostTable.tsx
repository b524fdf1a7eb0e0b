import type { Panel as ExportPanel } from '@notifly/contracts/dashboards/exports'
import { useTranslation } from 'react-i18next'
import { PRICES_PLACE, setUpPath } from '../../../components/channels/channels.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { usePageExists, useSlug } from '../../../components/navigation/use-pages.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { useView } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'

interface Priced {
  price: string | null
  cost: string | null
}

interface CostTableProps<Row extends Priced> {
  panel: ExportPanel
  rows: readonly Row[] | undefined
  /** Null while no prices are entered. */
  currency: string | null
  /** Of all rows that have a price. */
  total: string | undefined
  rowId: (row: Row) => string
  /** What is billed, before price and cost. */
  columns: readonly TableColumn<Row>[]
}

/** What messages cost at today's prices, part by part. Without prices it says where to enter them. */
export function CostTable<Row extends Priced>(props: CostTableProps<Row>) {
  const { panel, rows, currency, total, rowId, columns } = props
  const { t } = useTranslation('dashboards')
  const { money } = useDisplay()
  const show = (value: string | null, places?: number) =>
    value === null || currency === null ? '–' : money(value, currency, places)
  const figure = (id: 'price' | 'cost', text: (row: Row) => string): TableColumn<Row> => ({
    id,
    header: t(`columns.${id}`),
    definition: t(`define.${id}`),
    align: 'end',
    skeleton: 'number',
    cell: row => <span className="tnum">{text(row)}</span>,
  })
  return (
    <Panel
      bare
      title={t(`${panel}.title`)}
      meta={
        currency !== null &&
        total !== undefined && (
          <span className="tnum" data-tip={t('define.cost')}>
            {t('costs.total', { cost: show(total) })}
          </span>
        )
      }
      actions={<CsvButton panel={panel} title={t(`${panel}.title`)} />}
      footer={rows && currency === null && <NoPrices />}
    >
      <DataTable
        dense
        frameless
        label={t(`${panel}.title`)}
        rows={rows}
        skeletonRows={5}
        rowId={rowId}
        empty={<p className="p-4 text-muted">{t(`${panel}.none`)}</p>}
        columns={[
          ...columns,
          ...(currency === null
            ? []
            : [figure('price', row => show(row.price, PRICE_PLACES)), figure('cost', row => show(row.cost))]),
        ]}
      />
    </Panel>
  )
}

/** Prices are finer than amounts that are paid. */
const PRICE_PLACES = 6

function NoPrices() {
  const { t } = useTranslation('dashboards')
  const slug = useSlug()
  const exists = usePageExists()
  const { channel } = useView()
  const settings = setUpPath(slug, channel)
  return (
    <p>
      {t('costs.noPrices')} {exists(settings) && <Link href={`${settings}#${PRICES_PLACE}`}>{t('costs.enter')}</Link>}
    </p>
  )
}
