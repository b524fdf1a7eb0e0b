import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../components/display/Figure.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'

interface Month {
  month: string
  deliveries: number
  bytes: Record<'delivery' | 'attempt' | 'event', number>
  total: number
}

/** How large the months are, newest first, and how long they stay. */
export function StoragePanel({ status: { storage, at } }: { status: OperatorStatus }) {
  const { t, i18n } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const months = monthsOf(storage, at)
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const size = (value: number) => <span className="tnum">{bytes(value)}</span>
  const columns: TableColumn<Month>[] = [
    { id: 'month', header: t('storage.month'), cell: row => name.format(new Date(`${row.month}-01T00:00:00Z`)) },
    { id: 'rows', header: t('storage.rows'), align: 'end', cell: row => <Figure value={row.deliveries} /> },
    {
      id: 'delivery',
      header: t('storage.delivery'),
      align: 'end',
      card: 'hidden',
      cell: row => size(row.bytes.delivery),
    },
    {
      id: 'attempt',
      header: t('storage.attempt'),
      align: 'end',
      card: 'hidden',
      cell: row => size(row.bytes.attempt),
    },
    { id: 'event', header: t('storage.event'), align: 'end', card: 'hidden', cell: row => size(row.bytes.event) },
    { id: 'total', header: t('storage.total'), align: 'end', cell: row => size(row.total) },
  ]
  const { retention_days: days, months_ahead: ahead } = storage
  const kept = days === 0 ? t('storage.forever') : t('storage.kept', { count: days, shown: number(days) })
  return (
    <Panel
      title={t('storage.title')}
      meta={t('storage.size', { size: bytes(storage.database_bytes) })}
      bare
      footer={`${kept} ${t('storage.ahead', { count: ahead, shown: number(ahead) })}`}
    >
      <DataTable frameless dense label={t('storage.title')} columns={columns} rows={months} rowId={row => row.month} />
    </Panel>
  )
}

/** Without those to come: they are empty, and the foot says that they are there. */
function monthsOf({ partitions }: OperatorStatus['storage'], at: number): Month[] {
  const present = new Date(at * 1000).toISOString().slice(0, 7)
  const months = new Map<string, Month>()
  for (const { table, month, size_bytes: sizeBytes, rows } of partitions) {
    if (month > present) continue
    const row = months.get(month) ?? { month, deliveries: 0, bytes: { delivery: 0, attempt: 0, event: 0 }, total: 0 }
    if (table === 'delivery' || table === 'attempt' || table === 'event') row.bytes[table] += sizeBytes
    if (table === 'delivery') row.deliveries += rows
    row.total += sizeBytes
    months.set(month, row)
  }
  return [...months.values()].sort((a, b) => (a.month < b.month ? 1 : -1))
}
