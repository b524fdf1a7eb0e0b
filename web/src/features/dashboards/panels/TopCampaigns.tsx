import type { CampaignFigures } from '@notifly/contracts/dashboards/parts'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { MetricId } from '../metrics.ts'
import { useCampaignLinks, useView } from '../view.ts'
import { CampaignName } from './CampaignName.tsx'
import { CsvButton } from './CsvButton.tsx'
import { useFigureColumns } from './figure-columns.tsx'

export interface TopCampaignsProps {
  campaigns: { data: readonly CampaignFigures[]; is_loaded: boolean }
  /** Figures of a row: metric and the word of its column. */
  figures: readonly (readonly [metric: MetricId, word?: string])[]
}

/** The campaigns that sent most in the range. */
export function TopCampaigns({ campaigns, figures }: TopCampaignsProps) {
  const { t } = useTranslation('dashboards')
  const { range } = useView()
  const linksOf = useCampaignLinks(range)
  const figure = useFigureColumns<CampaignFigures>((row, filter) => linksOf(row).behind(filter))
  return (
    <Panel bare title={t('campaigns.title')} actions={<CsvButton panel="campaigns" title={t('campaigns.title')} />}>
      <DataTable
        dense
        frameless
        label={t('campaigns.title')}
        columns={[
          {
            id: 'campaign',
            header: t('columns.campaign'),
            skeleton: 'name',
            cell: row => <CampaignName name={row.name} doors={linksOf(row)} />,
          },
          ...figures.map(([metric, word]) => figure(metric, word)),
        ]}
        rows={campaigns.is_loaded ? campaigns.data : undefined}
        skeletonRows={5}
        rowId={row => row.uuid}
        rowName={row => row.name}
        empty={<p className="p-4 text-muted">{t('campaigns.none')}</p>}
      />
    </Panel>
  )
}
