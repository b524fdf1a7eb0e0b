import type { SmsDashboard } from '@notifly/contracts/dashboards/sms'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { useFigureWords } from '../use-figure-words.ts'
import { CsvButton } from './CsvButton.tsx'

type Class = SmsDashboard['classes']['data'][number]

/** Text messages by what they are for. */
export function Classes({ classes, currency }: Pick<SmsDashboard, 'classes' | 'currency'>) {
  const { t } = useTranslation('dashboards')
  const { number, money } = useDisplay()
  const { show } = useFigureWords()
  const figure = (id: string, text: (row: Class) => string): TableColumn<Class> => ({
    id,
    header: t(`columns.${id}`),
    definition: t(`define.${id}`),
    align: 'end',
    ghost: 'number',
    cell: row => <span className="tnum">{text(row)}</span>,
  })
  return (
    <Panel bare title={t('classes.title')} actions={<CsvButton panel="classes" title={t('classes.title')} />}>
      <DataTable
        dense
        frameless
        label={t('classes.title')}
        rows={classes.is_loaded ? classes.data : undefined}
        ghostRows={5}
        rowId={row => row.name}
        empty={<p className="p-4 text-muted">{t('classes.none')}</p>}
        columns={[
          {
            id: 'class',
            header: t('columns.class'),
            cell: row => <span className="font-medium">{t(`classes.of.${row.name}`)}</span>,
          },
          figure('sent', row => number(row.sent)),
          figure('delivery_rate', row => show(row.sent === 0 ? null : row.delivered / row.sent, 'rate')),
          figure('failed', row => number(row.failed)),
          figure('clicked', row => number(row.clicked)),
          figure('segments', row => number(row.segments)),
          ...(currency === null ? [] : [figure('cost', row => (row.cost === null ? '–' : money(row.cost, currency)))]),
        ]}
      />
    </Panel>
  )
}
