import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { hasFigure } from '../../../components/channels/channels.ts'
import { filterOf, HANDED_OVER_FILTER } from '../../../components/display/shares.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { countsClicks, figuresOf, shareOf } from './run-figures.ts'

interface Stage {
  id: 'recipients' | 'handedOver' | 'delivered' | 'read' | 'opened' | 'clicked'
  value: number
  to: string
  /** The stage that this is a share of, with its figure. */
  share?: { key: string; whole: number }
}

/** How many recipients reached each stage, as bars on one scale. */
export function Funnel({ run, linkTo }: { run: RunProgress; linkTo: (status?: string) => string }) {
  const { t } = useTranslation('delivery')
  const figures = figuresOf(run)
  const channel = run.notification_type
  const hasOpens = hasFigure(channel, 'opened')
  const stages: (Stage | false)[] = [
    { id: 'recipients', value: figures.recipients, to: linkTo() },
    {
      id: 'handedOver',
      value: figures.handedOver,
      to: linkTo(HANDED_OVER_FILTER),
      share: { key: 'ofRecipients', whole: figures.recipients },
    },
    {
      id: 'delivered',
      value: figures.delivered ?? 0,
      to: linkTo(filterOf('delivered', run.counts)),
      share: { key: run.reports_delivery ? 'ofHandedOver' : 'notReturned', whole: figures.handedOver },
    },
    hasOpens && {
      id: channel === 'whatsapp' ? 'read' : 'opened',
      value: figures.opened,
      to: linkTo(channel === 'whatsapp' ? 'read' : 'opened'),
      share: { key: 'ofDelivered', whole: figures.reached },
    },
    countsClicks(run) && {
      id: 'clicked',
      value: figures.clicked,
      to: linkTo('clicked'),
      share: hasOpens
        ? { key: channel === 'whatsapp' ? 'ofRead' : 'ofOpened', whole: figures.opened }
        : { key: 'ofDelivered', whole: figures.reached },
    },
  ]
  return (
    <Panel title={t('funnel.title')} actions={t('funnel.unique')}>
      <ol className="flex flex-col gap-4 py-2">
        {stages
          .filter(stage => stage !== false)
          .map(stage => (
            <StageRow key={stage.id} stage={stage} whole={figures.recipients} />
          ))}
      </ol>
    </Panel>
  )
}

function StageRow({ stage, whole }: { stage: Stage; whole: number }) {
  const { t } = useTranslation('delivery')
  const { number, percent } = useDisplay()
  const width = Math.min(1, shareOf(stage.value, whole) ?? 0)
  const share = stage.share && shareOf(stage.value, stage.share.whole)
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)_4rem_9rem] items-center gap-2 max-sm:grid-cols-[6rem_minmax(0,1fr)_4rem]">
      <span className="truncate">{t(`stats.${stage.id}`)}</span>
      <span aria-hidden className="block h-5 overflow-clip rounded-1 bg-sunken">
        <span
          className={cx(
            'block h-full rounded-1 transition-[inline-size] duration-(--mo-slow) ease-linear',
            stage.id === 'recipients' ? 'bg-chart-rest' : 'bg-chart-1',
          )}
          style={{ inlineSize: `${width * 100}%`, minInlineSize: stage.value > 0 ? '2px' : 0 }}
        />
      </span>
      <span className="tnum text-end font-semibold">
        {stage.value === 0 ? (
          number(0)
        ) : (
          <Link tone="door" href={stage.to}>
            {number(stage.value)}
          </Link>
        )}
      </span>
      <span className="tnum truncate text-12 text-muted max-sm:hidden">
        {share !== undefined && stage.share && t(`stats.${stage.share.key}`, { share: percent(share) })}
      </span>
    </li>
  )
}
