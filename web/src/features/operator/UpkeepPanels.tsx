import {
  type CounterTrouble,
  type OperatorStatus,
  type QuotaUse,
  readOperatorStatus,
  rebuildRunCounters,
} from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/queries.ts'
import { CutText } from '../../components/display/CutText.tsx'
import { Figure } from '../../components/display/Figure.tsx'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { TablePanel } from './TablePanel.tsx'

/** Runs that were counted wrongly, and the way to count them anew. */
export function CountersPanel({ off }: { off: readonly CounterTrouble[] }) {
  const { t } = useTranslation('operator')
  const { number } = useDisplay()
  const relativeTime = useRelativeTime()
  const { mutate, isPending } = useWrite(rebuildRunCounters, { refreshes: [readOperatorStatus] })
  const columns: TableColumn<CounterTrouble>[] = [
    {
      id: 'run',
      header: t('counters.run'),
      skeleton: 'two-lines',
      cell: row => (
        <span className="flex min-w-0 flex-col">
          <span className="font-medium">
            <CutText>{row.name}</CutText>
          </span>
          <span className="text-12 text-muted">
            <CutText>{row.application}</CutText>
          </span>
        </span>
      ),
    },
    { id: 'off', header: t('counters.off'), align: 'end', cell: row => number(row.off) },
    { id: 'checked', header: t('counters.checked'), cell: row => relativeTime(row.checked_on) },
    {
      id: 'rebuild',
      header: t('counters.rebuild'),
      hideHeader: true,
      align: 'end',
      card: 'badge',
      cell: row => (
        <Button
          size="sm"
          disabled={isPending}
          aria-label={t('counters.rebuildOf', { name: row.name })}
          onClick={() => mutate({ body: { application_uuid: row.application_uuid, run_uuid: row.run_uuid } })}
        >
          {t('counters.rebuild')}
        </Button>
      ),
    },
  ]
  return (
    <TablePanel
      title={t('counters.title')}
      columns={columns}
      rows={off}
      rowId={row => row.run_uuid}
      footer={t('counters.about')}
    />
  )
}

/** Applications that use most of what they may have. */
export function QuotasPanel({ uses }: { uses: OperatorStatus['near_quotas'] }) {
  const { t } = useTranslation('operator')
  const { number, bytes, percent } = useDisplay()
  const amount = ({ what }: QuotaUse, value: number) =>
    what === 'bytes' || what === 'events' ? bytes(value) : number(value)
  const columns: TableColumn<QuotaUse>[] = [
    { id: 'application', header: t('quotas.application'), cell: row => <CutText>{row.application}</CutText> },
    { id: 'what', header: t('quotas.what'), cell: row => t(`quotas.of.${row.what}`) },
    { id: 'used', header: t('quotas.used'), align: 'end', cell: row => amount(row, row.used) },
    { id: 'limit', header: t('quotas.limit'), align: 'end', cell: row => amount(row, row.limit) },
    { id: 'share', header: t('quotas.share'), align: 'end', cell: row => percent(row.used / row.limit) },
  ]
  return (
    <TablePanel
      dense
      title={t('quotas.title')}
      columns={columns}
      rows={uses}
      rowId={row => `${row.application_uuid} ${row.what}`}
      footer={t('quotas.about')}
    />
  )
}

interface Month {
  month: string
  deliveries: number
  bytes: Record<'delivery' | 'attempt' | 'event', number>
  total: number
}

/** How large the months are, newest first, and how long they stay. */
export function StoragePanel({ status: { storage, at } }: { status: OperatorStatus }) {
  const { t, i18n } = useTranslation('operator')
  const { bytes } = useDisplay()
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
  const kept = days === 0 ? t('storage.forever') : t('storage.kept', { count: days })
  return (
    <TablePanel
      dense
      title={t('storage.title')}
      meta={t('storage.size', { size: bytes(storage.database_bytes) })}
      columns={columns}
      rows={months}
      rowId={row => row.month}
      footer={`${kept} ${t('storage.ahead', { count: ahead })}`}
    />
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
