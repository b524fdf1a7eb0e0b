import { NO_COUNTS } from '@notifly/contracts/dashboards/figures'
import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { useTranslation } from 'react-i18next'
import { HANDED_OVER_FILTER } from '../../../components/display/shares.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { useFigureLink } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'
import { LinkedNumber } from './LinkedNumber.tsx'
import { useFigureColumns } from './figure-columns.tsx'

/** Text messages by what they are for. */
export function Classes({ classes, currency }: Pick<SmsDashboard, 'classes' | 'currency'>) {
  const { t } = useTranslation('dashboards')
  const { money } = useDisplay()
  const figureLink = useFigureLink()
  const rows = classes.data.map(row => ({ ...NO_COUNTS, ...row }))
  const figure = useFigureColumns<(typeof rows)[number]>((_, filter) => figureLink(filter))
  const cost = (currency: string): TableColumn<(typeof rows)[number]> => ({
    id: 'cost',
    header: t('columns.cost'),
    definition: t('define.cost'),
    align: 'end',
    skeleton: 'number',
    cell: row => <span className="tnum">{row.cost === null ? '–' : money(row.cost, currency)}</span>,
  })
  return (
    <Panel bare title={t('classes.title')} actions={<CsvButton panel="classes" title={t('classes.title')} />}>
      <DataTable
        dense
        frameless
        label={t('classes.title')}
        rows={classes.is_loaded ? rows : undefined}
        skeletonRows={5}
        rowId={row => row.name}
        empty={<p className="p-4 text-muted">{t('classes.none')}</p>}
        columns={[
          {
            id: 'class',
            header: t('columns.class'),
            cell: row => <span className="font-medium">{t(`classes.of.${row.name}`)}</span>,
          },
          figure('sent'),
          figure('delivery_rate'),
          figure('failed'),
          figure('clicked'),
          {
            id: 'segments',
            header: t('columns.segments'),
            definition: t('define.segments'),
            align: 'end',
            skeleton: 'number',
            cell: row => (
              <LinkedNumber className="tnum" value={row.segments} href={figureLink({ status: HANDED_OVER_FILTER })} />
            ),
          },
          ...(currency === null ? [] : [cost(currency)]),
        ]}
      />
    </Panel>
  )
}
