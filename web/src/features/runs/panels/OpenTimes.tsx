import { type OpenSpan, readRunOpenTimes } from '@notifly/contracts/runs/panels'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { shareOf } from '../run/run-figures.ts'
import { PanelCsv } from './PanelCsv.tsx'
import { useSpanWords } from './open-spans.ts'
import { panelOf, type RunPanelsProps } from './panel-of.ts'

/** How long after sending messages were opened, as a bar chart. */
export function OpenTimes({ run, linkTo }: RunPanelsProps) {
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
          {data.map((span, no) => (
            <SpanRow key={span.until ?? 'later'} {...{ span, most, total }} href={linkTo({ open_span: String(no) })} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

interface SpanRowProps {
  span: OpenSpan
  most: number
  total: number
  href: string
}

function SpanRow({ span: { until, opened }, most, total, href }: SpanRowProps) {
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
      <span className="tnum text-end font-semibold">
        {opened === 0 ? (
          number(0)
        ) : (
          <Link tone="door" href={href}>
            {number(opened)}
          </Link>
        )}
      </span>
      <span className="tnum text-end text-12 text-muted">{percent(shareOf(opened, total) ?? 0)}</span>
    </li>
  )
}
