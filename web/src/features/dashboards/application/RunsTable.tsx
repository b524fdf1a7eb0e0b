import type { ApplicationOverview } from '@notifly/contracts/applications/applications'
import { FEW_SENT } from '@notifly/contracts/dashboards/figures'
import { useTranslation } from 'react-i18next'
import { ChannelIcon } from '../../../components/channels/ChannelIcon.tsx'
import { CutText } from '../../../components/display/CutText.tsx'
import { Rate } from '../../../components/display/Rate.tsx'
import { sharesOf } from '../../../components/display/shares.ts'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { PageLink } from '../../../components/navigation/PageLink.tsx'
import { useSlug } from '../../../components/navigation/use-pages.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'

type Run = ApplicationOverview['runs'][number]

/** Runs with their progress while they are going on. */
export function RunsTable({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('applications')
  const columns = useColumns()
  return (
    <DataTable
      frameless
      label={t('runs.title')}
      columns={columns}
      rows={runs}
      rowId={run => run.run_uuid}
      rowName={run => run.name}
      empty={null}
    />
  )
}

function useColumns(): TableColumn<Run>[] {
  const slug = useSlug()
  const { t } = useTranslation(['applications', 'common'])
  const { number, shortDate, percent } = useDisplay(useZone())
  return [
    {
      id: 'name',
      header: t('runs.campaign'),
      cell: run => (
        <span className="flex items-center gap-2.5 font-medium">
          <ChannelIcon channel={run.notification_type} />
          <PageLink to={paths.run(slug, run.notification_type, run.run_uuid)} className="truncate">
            <CutText>{run.name}</CutText>
          </PageLink>
        </span>
      ),
    },
    { id: 'status', header: t('runs.status'), card: 'badge', cell: run => <CampaignBadge status={run.status} /> },
    {
      id: 'started',
      header: t('runs.started'),
      cell: run => <span className="tnum">{shortDate(run.started_on)}</span>,
    },
    {
      id: 'recipients',
      header: t('runs.recipients'),
      align: 'end',
      cell: run => <Progress run={run} number={number} label={t('runs.progress', { name: run.name })} />,
    },
    {
      id: 'delivered',
      header: t('runs.delivered'),
      definition: t('common:define.deliveredRate'),
      align: 'end',
      cell: run => {
        const { delivered } = sharesOf(run)
        return delivered === null ? '–' : <Rate isFew={run.sent < FEW_SENT}>{percent(delivered)}</Rate>
      },
    },
  ]
}

function Progress({ run, number, label }: { run: Run; number: (value: number) => string; label: string }) {
  if (run.status !== 'executing') return <span className="tnum">{number(run.recipients)}</span>
  const done = sharesOf(run).done ?? 0
  const text = `${number(Math.round(done * run.recipients))} / ${number(run.recipients)}`
  return (
    <span className="inline-flex flex-col gap-1 sm:w-28 sm:items-end">
      <span className="tnum">{text}</span>
      <ProgressBar size="thin" className="max-sm:hidden" label={label} valueText={text} segments={[{ share: done }]} />
    </span>
  )
}
