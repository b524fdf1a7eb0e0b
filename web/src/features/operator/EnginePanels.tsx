import type { LaneDepth, OperatorStatus, WorkerState } from '@notifly/contracts/operator/operator'
import { CircleCheckBig, ServerOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CutText } from '../../components/display/CutText.tsx'
import { Figure } from '../../components/display/Figure.tsx'
import { useRelativeTime } from '../../components/display/relative-time.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import { Badge } from '../../ui/layout/Badge.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { TablePanel } from './TablePanel.tsx'
import { useSpans } from './use-spans.ts'

/** What waits in which lane: one per channel of an application, and one more for single messages. */
export function QueuesPanel({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const hidden = status.lanes_total - status.lanes.length
  return (
    <TablePanel
      title={t('queues.title')}
      columns={useLaneColumns()}
      rows={status.lanes}
      rowId={lane => lane.uuid}
      rowName={lane => lane.application}
      empty={
        <StateCard kind="empty" icon={CircleCheckBig} title={t('queues.empty')}>
          {t('queues.emptyText')}
        </StateCard>
      }
      footer={hidden > 0 && t('queues.hidden', { count: hidden })}
    />
  )
}

function useLaneColumns(): TableColumn<LaneDepth>[] {
  const { t } = useTranslation(['operator', 'common'])
  const { number } = useDisplay()
  const { span } = useSpans()
  return [
    {
      id: 'application',
      header: t('queues.application'),
      skeleton: 'two-lines',
      cell: lane => <LaneName lane={lane} />,
    },
    {
      id: 'state',
      header: t('queues.state'),
      card: 'badge',
      cell: lane =>
        lane.blocked_reason === null ? (
          <Badge type={lane.leased > 0 ? 'secondary' : 'transparent-full'} live={lane.leased > 0}>
            {lane.leased > 0 ? t('queues.sending') : t('queues.waiting')}
          </Badge>
        ) : (
          <Badge type="danger">{t('queues.blocked')}</Badge>
        ),
    },
    {
      id: 'oldest',
      header: t('queues.oldest'),
      align: 'end',
      card: 'hidden',
      cell: lane => (lane.oldest_due_seconds === null ? '–' : span(lane.oldest_due_seconds)),
    },
    { id: 'due', header: t('stats.due'), align: 'end', cell: lane => <Figure value={lane.due} /> },
    { id: 'leased', header: t('stats.leased'), align: 'end', cell: lane => <Figure value={lane.leased} /> },
    {
      id: 'later',
      header: t('stats.later'),
      align: 'end',
      cell: lane => <Figure value={lane.later + lane.paused} />,
    },
    {
      id: 'retries',
      header: t('stats.retries'),
      align: 'end',
      card: 'hidden',
      cell: lane => <Figure value={lane.retries} />,
    },
    {
      id: 'connections',
      header: t('queues.connections'),
      align: 'end',
      card: 'hidden',
      cell: lane => (
        <span className="tnum">
          {number(lane.connections)}
          {lane.max_connections !== null && <span className="text-muted"> / {number(lane.max_connections)}</span>}
        </span>
      ),
    },
  ]
}

function LaneName({ lane }: { lane: LaneDepth }) {
  const { t } = useTranslation(['operator', 'common'])
  const facts = [
    t(`common:channel.${lane.channel}`),
    t(`queues.class.${lane.class}`),
    lane.messages_per_second !== null && t('queues.limit', { rate: lane.messages_per_second }),
    lane.blocked_reason !== null &&
      translateSentence({ message: lane.blocked_reason, ...lane.blocked_reason_sentence }),
  ]
  const words = facts.filter(Boolean).join(' · ')
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium">
        <CutText>{lane.application || t('queues.gone')}</CutText>
      </span>
      <span className="block max-w-120 truncate text-12 text-muted" title={words}>
        {words}
      </span>
    </span>
  )
}

/** Processes that send, by machine. */
export function WorkersPanel({ status: { workers } }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const machines = [...new Set(workers.map(worker => worker.host_uuid))]
  return (
    <TablePanel
      dense
      title={t('workers.title')}
      meta={workers.length > 0 && t('workers.machines', { count: machines.length })}
      columns={useWorkerColumns(machines)}
      rows={workers}
      rowId={worker => worker.uuid}
      empty={
        <StateCard kind="empty" icon={ServerOff} title={t('workers.empty')}>
          {t('workers.emptyText')}
        </StateCard>
      }
    />
  )
}

function useWorkerColumns(machines: readonly string[]): TableColumn<WorkerState>[] {
  const { t } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const relativeTime = useRelativeTime()
  const { span } = useSpans()
  return [
    {
      id: 'process',
      header: t('workers.process'),
      cell: worker => (
        <span className="tnum font-medium">
          {t('workers.name', { pid: String(worker.pid), machine: machines.indexOf(worker.host_uuid) + 1 })}
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
