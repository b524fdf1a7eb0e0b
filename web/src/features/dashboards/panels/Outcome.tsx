import type { EmailDashboard } from '@notifly/contracts/dashboards/email'
import type { CampaignFigures } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { CampaignBadge } from '../../../components/display/StatusBadge.tsx'
import { useUrlState } from '../../../components/navigation/use-url-state.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Section } from '../../../ui/layout/Page.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { NameCell } from '../../../ui/table/NameCell.tsx'
import type { TableColumn } from '../../../ui/table/table-types.ts'
import { dashboardState, OUTCOME_SPANS } from '../dashboard-address.ts'
import { useCampaignDoors } from '../view.ts'
import { CsvButton } from './CsvButton.tsx'
import { useFigureColumns } from './figure-columns.tsx'

/** What became of the campaigns of today, of these two days, of the week and the month. */
export function Outcome({ outcome }: { outcome: EmailDashboard['email_outcome'] }) {
  const { t } = useTranslation('dashboards')
  const [{ outcome: span }, change] = useUrlState(dashboardState)
  const columns = useCampaignColumns()
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
          <CsvButton panel="outcomes" title={t('outcome.title')} />
        </>
      }
    >
      <DataTable
        dense
        label={t('outcome.title')}
        columns={columns}
        rows={outcome.is_loaded ? outcome[span] : undefined}
        ghostRows={5}
        rowId={row => row.uuid}
        rowName={row => row.name}
        empty={<p className="p-4 text-muted">{t(`outcome.none.${span}`)}</p>}
      />
    </Section>
  )
}

function useCampaignColumns(): TableColumn<CampaignFigures>[] {
  const { t } = useTranslation('dashboards')
  const doorsOf = useCampaignDoors()
  const figure = useFigureColumns<CampaignFigures>(row => doorsOf(row).runs)
  return [
    {
      id: 'campaign',
      header: t('columns.campaign'),
      ghost: 'name',
      cell: row => <CampaignName row={row} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      card: 'badge',
      ghost: 'badge',
      cell: row => <CampaignBadge status={row.status} />,
    },
    figure('sent'),
    figure('delivery_rate', 'delivered_share'),
    figure('open_rate', 'opened_share'),
    figure('click_rate', 'clicked_share', 'hidden'),
    figure('hard_bounce', 'hard_bounce', 'hidden'),
  ]
}

/** A campaign by its name, which leads to its page. */
export function CampaignName({ row }: { row: Pick<CampaignFigures, 'uuid' | 'name'> }) {
  const { page, runs } = useCampaignDoors()(row)
  const href = page ?? runs
  return href === undefined ? <bdi className="font-medium">{row.name}</bdi> : <NameCell name={row.name} href={href} />
}
