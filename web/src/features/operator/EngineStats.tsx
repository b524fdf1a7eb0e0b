import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { Figure } from '../../components/display/Figure.tsx'
import { useDisplay } from '../../components/display/use-display.ts'
import { type Stat, StatRow } from '../../ui/layout/StatRow.tsx'
import { useSpans } from './use-spans.ts'

/** The engine in seven numbers. */
export function EngineStats({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number } = useDisplay()
  const { span, rate } = useSpans()
  const { queue, rates, workers, leases_lost: lost } = status
  const perSecond = (of: 'sent' | 'failed'): number => rates.reduce((sum, each) => sum + each[of], 0)
  const silent = workers.filter(worker => worker.is_silent).length
  const stats: Stat[] = [
    {
      id: 'rate',
      label: t('stats.rate'),
      value: rate(perSecond('sent')),
      detail: t('stats.failedRate', { rate: rate(perSecond('failed')) }),
    },
    {
      id: 'due',
      label: t('stats.due'),
      value: <Figure value={queue.due} />,
      detail:
        queue.oldest_due_seconds === null
          ? t('stats.nothingDue')
          : t('stats.oldest', { span: span(queue.oldest_due_seconds) }),
    },
    { id: 'leased', label: t('stats.leased'), value: <Figure value={queue.leased} />, detail: t('stats.leasedDetail') },
    {
      id: 'later',
      label: t('stats.later'),
      value: <Figure value={queue.later} />,
      detail: t('stats.paused', { count: queue.paused, shown: number(queue.paused) }),
    },
    {
      id: 'retries',
      label: t('stats.retries'),
      value: <Figure value={queue.retries} />,
      detail: t('stats.retriesDetail'),
    },
    {
      id: 'workers',
      label: t('stats.workers'),
      value: number(workers.length - silent),
      detail: silent === 0 ? t('stats.allHeard') : t('stats.silent', { count: silent, shown: number(silent) }),
    },
    {
      id: 'lost',
      label: t('stats.lost'),
      value: number(lost.last_hour),
      detail: t('stats.lostTotal', { count: lost.total, shown: number(lost.total) }),
    },
  ]
  return <StatRow label={t('stats.label')} stats={stats} />
}
