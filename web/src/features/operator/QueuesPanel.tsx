import type { LaneDepth, OperatorStatus } from '@notifly/contracts/operator/operator'
import { CircleCheckBig } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CutText } from '../../components/display/CutText.tsx'
import { Figure } from '../../components/display/Figure.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { Badge } from '../../ui/layout/Badge.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StateCard } from '../../ui/feedback/StateCard.tsx'
import type { TableColumn } from '../../ui/table/table-types.ts'
import { useSpans } from './use-spans.ts'
import { say } from '../../locales/say.ts'

/** What waits in which lane: one per channel of an application, and one more for single messages. */
export function QueuesPanel({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number } = useDisplay()
  const hidden = status.lanes_total - status.lanes.length
  return (
    <Panel
      title={t('queues.title')}
      bare
      footer={hidden > 0 && t('queues.hidden', { count: hidden, shown: number(hidden) })}
    >
      <DataTable
        frameless
        label={t('queues.title')}
        columns={useColumns()}
        rows={status.lanes}
        rowId={lane => lane.uuid}
        rowName={lane => lane.application}
        empty={
          <StateCard kind="empty" icon={CircleCheckBig} title={t('queues.empty')}>
            {t('queues.emptyText')}
          </StateCard>
        }
      />
    </Panel>
  )
}

function useColumns(): TableColumn<LaneDepth>[] {
  const { t } = useTranslation(['operator', 'common'])
  const { number } = useDisplay()
  const { span } = useSpans()
  return [
    {
      id: 'application',
      header: t('queues.application'),
      ghost: 'two-lines',
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
  const { number } = useDisplay()
  const facts = [
    t(`common:channel.${lane.channel}`),
    t(`queues.class.${lane.class}`),
    lane.messages_per_second !== null && t('queues.limit', { rate: number(lane.messages_per_second) }),
    lane.blocked_reason !== null && say({ message: lane.blocked_reason, ...lane.blocked_reason_sentence }),
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
