import type { OperatorStatus } from '@notifly/contracts/operator/operator'
import { useTranslation } from 'react-i18next'
import { useDisplay } from '../../components/display/use-display.ts'
import { type KeyValue, KeyValues } from '../../ui/layout/KeyValues.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useSpans } from './use-spans.ts'

/** What is on its way beside the messages: background work, and events that are not counted yet. */
export function BackgroundPanel({ status: { jobs, counters, workers } }: { status: OperatorStatus }) {
  const { t } = useTranslation('operator')
  const { number, bytes } = useDisplay()
  const { span } = useSpans()
  const since = (seconds: number | null): string => (seconds === null ? t('background.nothing') : span(seconds))
  const journalBytes = workers.reduce((sum, worker) => sum + worker.journal_bytes, 0)
  const connections = workers.reduce((sum, worker) => sum + worker.connections, 0)
  const items: KeyValue[] = [
    { id: 'hits', label: t('background.hits'), value: number(counters.hits_waiting) },
    { id: 'oldestHit', label: t('background.oldest'), value: since(counters.oldest_hit_seconds), indent: true },
    { id: 'reports', label: t('background.reports'), value: number(counters.reports_waiting) },
    { id: 'journal', label: t('background.journal'), value: bytes(journalBytes) },
    { id: 'jobs', label: t('background.jobs'), value: number(jobs.waiting) },
    { id: 'oldestJob', label: t('background.oldest'), value: since(jobs.oldest_seconds), indent: true },
    { id: 'running', label: t('background.running'), value: number(jobs.running) },
    { id: 'connections', label: t('background.connections'), value: number(connections) },
  ]
  return (
    <Panel title={t('background.title')}>
      <KeyValues items={items} />
    </Panel>
  )
}
