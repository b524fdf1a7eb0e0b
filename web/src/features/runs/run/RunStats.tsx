import { canBounce } from '@notifly/contracts/applications/applications'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useTranslation } from 'react-i18next'
import { hasFigure } from '../../../components/channels/channels.ts'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { filterOf } from '../../../components/display/shares.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { StatRow, type Stat } from '../../../ui/layout/StatRow.tsx'
import { countsClicks, figuresOf, shareOf } from './run-figures.ts'
import { useReasonWords } from '../../../components/runs/use-reason-words.ts'

/** The figures that the run's channel supports, each linked to the recipients behind it. */
export function RunStats({ run, linkTo }: { run: RunProgress; linkTo: (status?: string) => string }) {
  const { t } = useTranslation(['delivery', 'common'])
  const { number, percent } = useDisplay()
  const channel = run.notification_type
  const figures = figuresOf(run)
  const { handedOver, reached, opened, clicked, dismissed, unsubscribed, complained, bounced, failed, skipped } =
    figures
  const share = (part: number, whole: number) => {
    const value = shareOf(part, whole)
    return value === undefined ? '–' : percent(value)
  }
  const stats: (Stat | false)[] = [
    {
      id: 'recipients',
      definition: t('common:define.recipients'),
      label: t('stats.recipients'),
      value: number(figures.recipients),
      href: linkTo(),
      detail: t('stats.matched', { count: figures.matched }),
    },
    useDelivered(run, linkTo),
    run.segments !== undefined && {
      id: 'segments',
      definition: t('common:define.segments'),
      label: t('stats.segments'),
      value: number(run.segments),
      detail: t('stats.perMessage', { shown: perMessage(run.segments, run.sent, number) }),
    },
    hasFigure(channel, 'opened') && {
      id: 'opened',
      definition: t('common:define.opened'),
      label: t(channel === 'whatsapp' ? 'stats.read' : 'stats.opened'),
      value: number(opened),
      href: linkTo(channel === 'whatsapp' ? 'read' : 'opened'),
      detail: t('stats.ofDelivered', { share: share(opened, reached) }),
    },
    countsClicks(run) && {
      id: 'clicked',
      definition: t('common:define.clicked'),
      label: t('stats.clicked'),
      value: number(clicked),
      href: linkTo('clicked'),
      detail: hasFigure(channel, 'opened')
        ? `${share(clicked, reached)} · ${t(channel === 'whatsapp' ? 'stats.ofRead' : 'stats.ofOpened', { share: share(clicked, opened) })}`
        : t('stats.ofDelivered', { share: share(clicked, reached) }),
    },
    hasFigure(channel, 'dismissed') && {
      id: 'dismissed',
      definition: t('common:define.dismissed'),
      label: t('stats.dismissed'),
      value: number(dismissed),
      href: linkTo('dismissed'),
      detail: t('stats.ofDelivered', { share: share(dismissed, reached) }),
    },
    {
      id: 'unsubscribed',
      definition: t('common:define.unsubscribed'),
      label: t('stats.unsubscribed'),
      value: number(unsubscribed),
      href: linkTo('unsubscribed'),
      detail:
        channel === 'email' ? (
          <>
            {t('stats.ofHandedOver', { share: share(unsubscribed, handedOver) })} ·{' '}
            <Link tone="door" href={linkTo('complained')}>
              {t('stats.complaints', { count: complained })}
            </Link>
          </>
        ) : (
          t('stats.ofHandedOver', { share: share(unsubscribed, handedOver) })
        ),
    },
    {
      id: 'failed',
      definition: t('common:define.failed'),
      label: t('stats.failed'),
      value: number(failed),
      href: linkTo(FAILED_FILTER),
      detail: canBounce(channel)
        ? t('stats.bouncedAndOthers', { bounced, others: failed - bounced })
        : t('stats.ofRecipients', { share: share(failed, figures.recipients) }),
    },
    {
      id: 'skipped',
      definition: t('common:define.skipped'),
      label: t('stats.skipped'),
      value: number(skipped),
      href: linkTo('skipped'),
      detail: <SkipReasons run={run} />,
    },
  ]
  return <StatRow label={t('stats.label')} stats={stats.filter(stat => stat !== false)} />
}

/** Delivered messages: as reported by the provider, or with plain SMTP those that did not bounce. */
function useDelivered(run: RunProgress, linkTo: (status?: string) => string): Stat {
  const { t } = useTranslation(['delivery', 'common'])
  const { number, percent } = useDisplay()
  const { handedOver, delivered } = figuresOf(run)
  const rate = delivered === null ? undefined : shareOf(delivered, handedOver)
  return {
    id: 'delivered',
    definition: t(run.reports_delivery ? 'common:define.delivered' : 'common:define.notReturned'),
    label: t('stats.delivered'),
    value: delivered === null ? '–' : number(delivered),
    ...(delivered !== null && { href: linkTo(filterOf('delivered', run.counts)) }),
    detail: t(run.reports_delivery ? 'stats.ofHandedOver' : 'stats.notReturned', {
      share: rate === undefined ? '–' : percent(rate),
    }),
  }
}

/** Average number of segments per message, such as "1.8". */
function perMessage(segments: number, sent: number, number: (n: number) => string): string {
  return sent === 0 ? '–' : number(Math.round((segments / sent) * 10) / 10)
}

function SkipReasons({ run: { skipped, notification_type: channel } }: { run: RunProgress }) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  const reasonWords = useReasonWords()
  const reasons = Object.entries(skipped).sort(([, a], [, b]) => b - a)
  const all = reasons.map(([name, n]) => `${number(n)}: ${reasonWords(channel, name)}`).join('\n')
  const [only] = reasons
  if (reasons.length === 0) return <>{t('stats.nobodySkipped')}</>
  const text =
    reasons.length === 1 && only ? reasonWords(channel, only[0]) : t('stats.reasons', { count: reasons.length })
  return <span title={all}>{text}</span>
}
