import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDays } from '../../components/display/DayRangePicker.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { FilterMenu } from '../../ui/table/FilterChip.tsx'
import type { DashboardState } from './dashboard-address.ts'
import { type Dashboard, useDashboard } from './use-dashboard.ts'
import { useView } from './view.ts'

export interface CampaignFilterProps {
  data: Dashboard | undefined
  state: DashboardState
  onChoose: (notification: string | undefined) => void
}

/** Narrows the dashboard to one of the campaigns that sent in its days. */
export function CampaignFilter({ data, state, onChoose }: CampaignFilterProps) {
  const { t } = useTranslation('dashboards')
  const { channel } = useView()
  const days = useDays(state)
  // What is shown has one campaign alone when it is narrowed; all of them are in the answer without.
  const query = { ...days, compare: state.compare, notification: undefined }
  const all = useDashboard(channel, query, data !== undefined).data
  const campaigns = new Map((all?.top_campaigns.data ?? []).map(({ uuid, name }) => [uuid, name]))
  if (data?.campaign) campaigns.set(data.campaign.uuid, data.campaign.name)
  const name = data?.campaign?.name
  return (
    <FilterMenu
      label={t('campaign.label')}
      allText={t('campaign.every')}
      value={state.notification ?? null}
      onChange={uuid => onChoose(uuid ?? undefined)}
      options={[...campaigns].map(([value, label]) => ({ value, label }))}
      trigger={
        <Button iconEnd={ChevronDown}>
          {name === undefined ? (
            t('campaign.all')
          ) : (
            <bdi className="max-w-48 truncate" title={name}>
              {name}
            </bdi>
          )}
        </Button>
      }
    />
  )
}
