import { CHANNELS } from '@notifly/contracts/applications/applications'
import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../../api/queries.ts'
import { useCampaignRights } from '../../../../components/campaigns/use-campaign-rights.ts'
import { useDisplay } from '../../../../components/display/use-display.ts'
import { useZone } from '../../../../components/session/use-zone.ts'
import { Combobox } from '../../../../ui/controls/options/Combobox.tsx'
import type { Option } from '../../../../ui/controls/options/option.ts'
import type { EditorProps } from './FieldEditor.tsx'
import { Slot } from './Slot.tsx'
import { FrequencyFields, PeriodFields } from './timing.tsx'
import { useBuilder } from '../builder.ts'
import type { BehaviourDraft } from '../drafts.ts'

/** A condition on what contacts did or did not do with campaigns: how often, with which campaign, and when. */
export function BehaviourEditor({ id, draft }: EditorProps<BehaviourDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  return (
    <>
      <FrequencyFields id={id} draft={draft} label={t('builder.times')} unit="daysUnit" />
      <Slot id={id} place="campaign_uuid" label={t('builder.campaign')}>
        <CampaignPicker value={draft.campaign} onChange={campaign => acts.write(id, { ...draft, campaign })} />
      </Slot>
      <PeriodFields id={id} draft={draft} />
    </>
  )
}

const SHOWN = 30
const ANY = 'any'
/** Statuses of campaigns that may have reached contacts: all but drafts. */
const STATUSES = 'pending,scheduled,executing,paused,sent,ended,failed,cancelled'
/** Earlier than any campaign. */
const FIRST_DAY = '2000-01-01'

interface CampaignPickerProps {
  /** Null: any campaign. */
  value: string | null
  onChange: (uuid: string | null) => void
}

/** Selects one of the campaigns that the reader may see, or any campaign. */
function CampaignPicker({ value, onChange }: CampaignPickerProps) {
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
