import { type EmailDashboard, OUTCOME_DAYS } from '@notifly/contracts/dashboards/email'
import type { CampaignFigures, DayRange } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Section } from '../../../ui/layout/Page.tsx'
import { addDays } from '../../../ui/dates/calendar-dates.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { dashboardState, OUTCOME_SPANS } from '../dashboard-address.ts'
import { useCampaignLinks } from '../view.ts'
import { CampaignName } from './CampaignName.tsx'
import { CsvButton } from './CsvButton.tsx'
import { useFigureColumns } from './figure-columns.tsx'

/** What became of the campaigns of today, of these two days, of the week and the month. */
export function Outcome({ outcome }: { outcome: EmailDashboard['email_outcome'] }) {
  const { t } = useTranslation('dashboards')
  const [{ outcome: span }, change] = useUrlState(dashboardState)
  const today = useMoments().today()
  const columns = useCampaignColumns({ from: addDays(today, 1 - OUTCOME_DAYS[span]), to: today })
  return (
    <Section
      title={t('outcome.title')}
      help={t('outcome.help')}
      actions={
        <>
          <Segmented
            size="sm"
            aria-label={t('outcome.span')}
            value={span}
            onChange={next => change({ outcome: next }, { replace: true })}
            segments={OUTCOME_SPANS.map(value => ({ value, label: t(`outcome.${value}`) }))}
          />
          <CsvButton panel="latest_campaigns" title={t('outcome.title')} />
        </>
      }
    >
      <DataTable
        dense
        label={t('outcome.title')}
        columns={columns}
        rows={outcome.is_loaded ? outcome[span] : undefined}
        skeletonRows={5}
        rowId={row => row.uuid}
        rowName={row => row.name}
        empty={<p className="p-4 text-muted">{t(`outcome.none.${span}`)}</p>}
      />
    </Section>
  )
}

/** `days`: those of the list, whatever the range. */
function useCampaignColumns(days: DayRange): TableColumn<CampaignFigures>[] {
  const { t } = useTranslation('dashboards')
  const linksOf = useCampaignLinks(days)
  const figure = useFigureColumns<CampaignFigures>((row, filter) => linksOf(row).behind(filter))
  return [
    {
      id: 'campaign',
      header: t('columns.campaign'),
      skeleton: 'name',
      cell: row => <CampaignName name={row.name} doors={linksOf(row)} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'badge',
      skeleton: 'badge',
      cell: row => <CampaignBadge status={row.status} />,
    },
    figure('sent'),
    figure('delivery_rate', 'delivered_share'),
    figure('open_rate', 'opened_share'),
    figure('click_rate', 'clicked_share', 'hidden'),
    figure('hard_bounce', 'hard_bounce', 'hidden'),
  ]
}
