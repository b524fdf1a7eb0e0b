import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CAMPAIGN_STATUSES } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { useCampaignRights } from '../../components/campaigns/use-campaign-rights.ts'
import { Combobox } from '../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../ui/controls/options/option.ts'
import type { Dashboard } from './use-dashboard.ts'
import { useView } from './view.ts'

export interface CampaignFilterProps {
  data: Dashboard | undefined
  onChoose: (notification: string | undefined) => void
}

const SHOWN = 50
/** Before all campaigns: the list has those of 30 days unless it is asked for others. */
const FIRST_DAY = '2000-01-01'
/** Drafts have sent nothing. */
const STATUSES = CAMPAIGN_STATUSES.filter(status => status !== 'draft').join(',')

/** Narrows the dashboard to one campaign of its channel, found by a part of its name. */
export function CampaignFilter({ data, onChoose }: CampaignFilterProps) {
  const { t } = useTranslation('dashboards')
  const { channel } = useView()
  const { mayRead } = useCampaignRights()(channel)
  const [search, setSearch] = useState<string>()
  const query = { channel, search, status: STATUSES, from: FIRST_DAY, sort: '-updated_on', per_page: SHOWN } as const
  const found = useReadPage(listAllCampaigns, { query }, { enabled: mayRead && search !== undefined })
  const every: Option = { value: '', label: t('campaign.every') }
  // Whoever may see no campaigns still has those of the dashboard.
  const listed = (found.data?.rows ?? []).map(({ uuid, campaignName: name }) => ({ uuid, name }))
  const shown = listed.length > 0 ? listed : (data?.top_campaigns.data ?? [])
  const campaigns = shown
    .map(({ uuid, name }): Option => ({ value: uuid, label: name }))
    .filter(({ label }) => label.toLowerCase().includes((search ?? '').trim().toLowerCase()))
  return (
    <div className="w-52 max-sm:min-w-52 max-sm:flex-1">
      <Combobox
        aria-label={t('campaign.label')}
        placeholder={every.label}
        options={found.error && shown.length === 0 ? undefined : search ? campaigns : [every, ...campaigns]}
        value={data?.campaign ? { value: data.campaign.uuid, label: data.campaign.name } : null}
        onChange={chosen => onChoose(chosen?.value || undefined)}
        onQuery={setSearch}
        loading={found.isFetching}
        emptyText={t('campaign.none')}
      />
    </div>
  )
}
