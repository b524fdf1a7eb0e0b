import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Legend } from '../../ui/layout/Legend.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { RateChart } from './RateChart.tsx'
import { useSpans } from './use-spans.ts'

type Minute = OperatorStatus['course'][number]

/** Minutes in a row of the table: sixty rows would be no overview. */
const ROW_MINUTES = 5

/** Messages a second over the last hour, and by channel over the last minute. */
export function RatePanel({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation(['operator', 'common'])
  const { rate } = useSpans()
  const [isTable, setTable] = useState(false)
  const { course, rates } = status
  return (
    <Panel
      title={t('rate.title')}
      actions={
        <>
          <Legend
            items={[
              { id: 'sent', label: t('rate.sent'), tone: 1 },
              { id: 'failed', label: t('rate.failed'), tone: 'danger' },
            ]}
          />
          <IconButton
            icon={isTable ? ChartColumn : Table2}
            label={isTable ? t('rate.showChart') : t('rate.showTable')}
            size="sm"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          />
        </>
      }
      footer={
        rates.length === 0
          ? t('rate.quiet')
          : rates
              .map(each => t('rate.channel', { channel: t(`common:channel.${each.channel}`), rate: rate(each.sent) }))
              .join(' · ')
      }
    >
      {isTable ? <RateTable course={course} /> : <RateChart course={course} />}
    </Panel>
  )
}

function RateTable({ course }: { course: readonly Minute[] }) {
  const { t } = useTranslation('operator')
  const { timeOfDay } = useDisplay()
  const { rate } = useSpans()
  const rows = averages(course).toReversed()
  const columns: TableColumn<Minute>[] = [
    { id: 'at', header: t('rate.minute'), cell: row => <span className="tnum">{timeOfDay(row.at)}</span> },
    { id: 'sent', header: t('rate.sent'), align: 'end', cell: row => rate(row.sent) },
    { id: 'failed', header: t('rate.failed'), align: 'end', cell: row => rate(row.failed) },
  ]
  return (
    <DataTable
      frameless
      dense
      label={t('rate.title')}
      columns={columns}
      rows={rows}
      rowId={row => String(row.at)}
      empty={<p className="py-16 text-center text-muted">{t('rate.nothing')}</p>}
    />
  )
}

/** Of each five minutes in which something left. */
function averages(course: readonly Minute[]): Minute[] {
  const rows: Minute[] = []
  for (let index = 0; index < course.length; index += ROW_MINUTES) {
    const part = course.slice(index, index + ROW_MINUTES)
    const mean = (of: (minute: Minute) => number): number => part.reduce((sum, each) => sum + of(each), 0) / part.length
    const row = { at: part[0]?.at ?? 0, sent: mean(each => each.sent), failed: mean(each => each.failed) }
    if (row.sent + row.failed > 0) rows.push(row)
  }
  return rows
}
