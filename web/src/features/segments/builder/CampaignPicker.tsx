import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { Combobox } from '../../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../../ui/controls/options/option.ts'
import { useBuilder } from './builder.ts'

const SHOWN = 30
const ANY = 'any'
/** Campaigns that somebody may have got something from; drafts are not among them. */
const STATUSES = 'pending,scheduled,executing,paused,sent,ended,failed,cancelled'
/** Before there were campaigns. */
const FIRST_DAY = '2000-01-01'

export interface CampaignPickerProps {
  /** null: any campaign. */
  value: string | null
  onChange: (uuid: string | null) => void
}

/** Finds one of all campaigns that the reader may see by its name, or any of them. */
export function CampaignPicker({ value, onChange }: CampaignPickerProps) {
  const { t } = useTranslation('segments')
  const { names, today } = useBuilder()
  const { shortDay } = useDisplay(useZone())
  const [search, setSearch] = useState('')
  const rightsOn = useCampaignRights()
  const mayRead = CHANNELS.some(channel => rightsOn(channel).mayRead)
  const query = { search, status: STATUSES, from: FIRST_DAY, to: today, sort: '-updated_on', per_page: SHOWN } as const
  const list = useReadPage(listAllCampaigns, { query }, { enabled: mayRead })
  const any: Option = { value: ANY, label: t('builder.anyCampaign') }
  const optionOf = ({ uuid, campaignName, updated_on: updated }: CampaignRow): Option => ({
    value: uuid,
    label: campaignName,
    end: shortDay(updated),
  })
  const isAnyWanted = any.label.toLowerCase().includes(search.trim().toLowerCase())
  const found = mayRead ? list.data?.rows.map(optionOf) : []
  const options = found && [...(isAnyWanted ? [any] : []), ...found]
  return (
    <Combobox
      options={options}
      value={value === null ? any : { value, label: names.campaign(value) }}
      onChange={option => option && onChange(option.value === ANY ? null : option.value)}
      onQuery={setSearch}
      loading={list.isFetching}
      emptyText={t('builder.noCampaign')}
    />
  )
}
