import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { type OpenSpan, readRunOpenTimes } from '@notifly/contracts/runs/panels'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { shareOf } from '../run/run-figures.ts'
import { PanelCsv } from './PanelCsv.tsx'
import { panelOf } from './panel-of.ts'

/** How long after sending messages were opened, as a bar chart. */
export function OpenTimes({ run }: { run: RunProgress }) {
  const { t } = useTranslation('delivery')
  const { params, pollMs } = panelOf(run)
  const { data, error, refetch } = useRead(readRunOpenTimes, { params }, { pollMs })
  const word = run.notification_type === 'whatsapp' ? 'read' : 'opened'
  const title = t(`openTimes.title.${word}`)
  const most = Math.max(0, ...(data ?? []).map(({ opened }) => opened))
  const total = (data ?? []).reduce((sum, { opened }) => sum + opened, 0)
  return (
    <Panel
      title={<span data-tip={t('openTimes.define')}>{title}</span>}
      actions={<PanelCsv run={run} panel="open_times" title={title} />}
    >
      {error && data === undefined && (
        <ReadFailure framed={false} error={error} title={t('openTimes.failed')} onRetry={() => void refetch()} />
      )}
      {!error && data === undefined && <Skeleton height="16rem" />}
      {data && total === 0 && (
        <p className="grid min-h-32 place-items-center text-muted">{t(`openTimes.none.${word}`)}</p>
      )}
      {data && total > 0 && (
        <ol className="flex flex-col gap-2">
          {data.map(span => (
            <SpanRow key={span.until ?? 'later'} span={span} most={most} total={total} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function SpanRow({ span: { until, opened }, most, total }: { span: OpenSpan; most: number; total: number }) {
  const { number, percent } = useDisplay()
  const words = useSpanWords()
  return (
    <li className="grid grid-cols-[7.5rem_minmax(0,1fr)_3.5rem_3.5rem] items-center gap-2">
      <span className="truncate">{words(until)}</span>
      <span aria-hidden className="block h-4 overflow-clip rounded-1 bg-sunken">
        <span
          className="block h-full rounded-1 bg-chart-2"
          style={{ inlineSize: `${(shareOf(opened, most) ?? 0) * 100}%`, minInlineSize: opened > 0 ? '2px' : 0 }}
        />
      </span>
      <span className="tnum text-end font-semibold">{number(opened)}</span>
      <span className="tnum text-end text-12 text-muted">{percent(shareOf(opened, total) ?? 0)}</span>
    </li>
  )
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "up to 3 hours", "later". */
function useSpanWords(): (until: number | null) => string {
  const { t, i18n } = useTranslation('delivery')
  return until => {
    if (until === null) return t('openTimes.later')
    const [unit, seconds] = UNITS.find(([, each]) => until >= each) ?? UNITS[2]
    const format = new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' })
    return t('openTimes.upTo', { time: format.format(until / seconds) })
  }
}
