import type { Channel } from '@notifly/contracts/applications/applications'
import type { RunRow } from '@notifly/contracts/runs/deliveries'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonOfState } from '../../../components/campaigns/reason-of-state.ts'
import { CHANNEL_LOOKS, hasFigure } from '../../../components/channels/channels.ts'
import { filterOf } from '../../../components/display/shares.ts'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../ui/layout/Link.tsx'
import { NameCell, ValueOrDash } from '../../../ui/table/NameCell.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { FAILED_FILTER } from '../../../components/runs/run-states.ts'
import { figuresOf, shareOf } from '../run/run-figures.ts'
import { useMoments } from '../../../components/display/use-moments.ts'

/** Columns of the list of runs, of one channel or of all. Each figure links to the recipients behind it. */
export function useRunColumns(channel: Channel | undefined): TableColumn<RunRow>[] {
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'common'])
  const { number, percent } = useDisplay()
  const moments = useMoments()
  // Push notifications have no opens; their list shows dismissals instead.
  const ofNotifications = channel !== undefined && hasFigure(channel, 'dismissed')
  const figureLink = (run: RunRow, status: string, text: ReactNode) => (
    <Link tone="door" href={paths.run(slug, run.notification_type, run.run_uuid, { status })}>
      {text}
    </Link>
  )
  const share = (run: RunRow, part: number, whole: number, status: string) => {
    const value = part === 0 ? undefined : shareOf(part, whole)
    return value === undefined ? (
      <ValueOrDash>{null}</ValueOrDash>
    ) : (
      figureLink(run, status, <span title={number(part)}>{percent(value)}</span>)
    )
  }
  const figure = (id: string, header: string, cell: (run: RunRow) => ReactNode): TableColumn<RunRow> => ({
    id,
    header,
    definition: t(`common:define.${id === 'delivered' ? 'deliveredRate' : id}`),
    align: 'end',
    skeleton: 'number',
    cell: run => <span className="tnum">{cell(run)}</span>,
  })
  const moment = (id: 'opened' | 'clicked' | 'dismissed', header: string) =>
    figure(id, header, run =>
      hasFigure(run.notification_type, id) ? (
        share(run, figuresOf(run)[id], figuresOf(run).reached, id)
      ) : (
        <ValueOrDash>{null}</ValueOrDash>
      ),
    )
  return [
    {
      id: 'name',
      header: t('runs.run'),
      skeleton: 'two-lines',
      cell: run => <RunName run={run} />,
    },
    {
      id: 'status',
      header: t('runs.status'),
      card: 'badge',
      skeleton: 'badge',
      cell: run => <CampaignBadge status={run.status} />,
    },
    {
      id: 'started',
      header: t('runs.started'),
      cell: run => (
        <span className="tnum whitespace-nowrap">{moments.dayAndTime(run.planned_on ?? run.started_on)}</span>
      ),
    },
    figure('recipients', t('stats.recipients'), run => <Progress run={run} />),
    figure('delivered', t('stats.delivered'), run =>
      share(run, figuresOf(run).delivered ?? 0, figuresOf(run).handedOver, filterOf('delivered', run.counts)),
    ),
    ...(ofNotifications
      ? [moment('clicked', t('stats.clicked')), moment('dismissed', t('stats.dismissed'))]
      : [
          moment('opened', t(channel === 'whatsapp' ? 'stats.read' : 'stats.opened')),
          moment('clicked', t('stats.clicked')),
        ]),
    {
      ...figure('failed', t('stats.failed'), run => {
        const { failed } = figuresOf(run)
        return failed === 0 ? '–' : figureLink(run, FAILED_FILTER, number(failed))
      }),
      card: 'hidden',
    },
    {
      ...figure('skipped', t('stats.skipped'), run => {
        const { skipped } = figuresOf(run)
        return skipped === 0 ? '–' : figureLink(run, 'skipped', number(skipped))
      }),
      card: 'hidden',
    },
  ]
}

function RunName({ run }: { run: RunRow }) {
  const slug = useSlug()
  const { t } = useTranslation('common')
  const look = CHANNEL_LOOKS[run.notification_type]
  return (
    <NameCell
      name={run.name}
      href={paths.run(slug, run.notification_type, run.run_uuid)}
      icon={look.icon}
      iconClass={look.ink}
      iconLabel={t(`channel.${run.notification_type}`)}
      {...(run.status_reason !== null && { sub: reasonOfState(run) })}
    />
  )
}

/** The number of recipients; while the run is going on, also how many are done. */
function Progress({ run }: { run: RunRow }) {
  const { t } = useTranslation('delivery')
  const { number } = useDisplay()
  if (run.status !== 'executing' && run.status !== 'paused') return number(run.recipients)
  const text = `${number(run.done)} / ${number(run.recipients)}`
  return (
    <span className="inline-flex flex-col items-stretch gap-1 sm:w-28">
      <span>{text}</span>
      <ProgressBar
        size="thin"
        className="max-sm:hidden"
        label={t('runs.progress', { name: run.name })}
        valueText={text}
        segments={[{ share: shareOf(run.done, run.recipients) ?? 0 }]}
      />
    </span>
  )
}
