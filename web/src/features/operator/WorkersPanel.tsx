import type { OperatorStatus, WorkerState } from '@notifly/contracts/operator/operator'
import { ServerOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { Badge } from '../../ui/layout/Badge.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { useSpans } from './use-spans.ts'

/** Processes that send, by machine. */
export function WorkersPanel({ status: { workers } }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number } = useDisplay()
  const machines = [...new Set(workers.map(worker => worker.host_uuid))]
  return (
    <Panel
      title={t('workers.title')}
      bare
      meta={workers.length > 0 && t('workers.machines', { count: machines.length, shown: number(machines.length) })}
    >
      <DataTable
        frameless
        dense
        label={t('workers.title')}
        columns={useColumns(machines)}
        rows={workers}
        rowId={worker => worker.uuid}
        empty={
          <StateCard kind="empty" icon={ServerOff} title={t('workers.empty')}>
            {t('workers.emptyText')}
          </StateCard>
        }
      />
    </Panel>
  )
}

function useColumns(machines: readonly string[]): TableColumn<WorkerState>[] {
  const { t } = useTranslation('operator')
  const { number, bytes, relativeTime } = useDisplay()
  const { span } = useSpans()
  return [
    {
      id: 'process',
      header: t('workers.process'),
      cell: worker => (
        <span className="tnum font-medium">
          {t('workers.name', { pid: String(worker.pid), machine: number(machines.indexOf(worker.host_uuid) + 1) })}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('workers.heard'),
      card: 'badge',
      cell: worker =>
        worker.is_silent ? (
          <Badge type="danger">{t('workers.silent', { span: span(worker.beat_seconds) })}</Badge>
        ) : (
          <Badge type="light-green">{t('workers.alive')}</Badge>
        ),
    },
    { id: 'started', header: t('workers.started'), cell: worker => relativeTime(worker.started_on) },
    { id: 'batches', header: t('workers.batches'), align: 'end', cell: worker => number(worker.batches) },
    { id: 'connections', header: t('workers.connections'), align: 'end', cell: worker => number(worker.connections) },
    { id: 'journal', header: t('workers.journal'), align: 'end', cell: worker => bytes(worker.journal_bytes) },
  ]
}
