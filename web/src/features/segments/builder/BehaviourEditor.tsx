import { CHANNELS } from '@notifly/contracts/applications/applications'
import { listAllCampaigns } from '@notifly/contracts/campaigns/all-campaigns'
import type { CampaignRow } from '@notifly/contracts/campaigns/campaigns'
import type { BehaviourCondition } from '@notifly/contracts/segments/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../../api/queries.ts'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { NumberInput } from '../../../ui/controls/NumberInput.tsx'
import { Combobox } from '../../../ui/controls/options/Combobox.tsx'
import { Select } from '../../../ui/controls/options/Select.tsx'
import type { Option } from '../../../ui/controls/options/option.ts'
import { DayField } from './DayField.tsx'
import type { EditorProps } from './FieldEditor.tsx'
import { Slot } from './Slot.tsx'
import { useBuilder } from './builder.ts'
import type { BehaviourDraft } from './drafts.ts'

const TIMES = ['at_least', 'at_most', 'exactly', 'never'] as const
const WHENS = ['last_days', 'between', 'ever'] as const

/** What contacts did or did not do: how often, with which campaign, and when. */
export function BehaviourEditor({ id, draft }: EditorProps<BehaviourDraft>) {
  const { t } = useTranslation('segments')
  const { acts } = useBuilder()
  const write = (change: Partial<BehaviourDraft>, about?: string) => acts.write(id, { ...draft, ...change }, about)
  return (
    <>
      <Slot id={id} place="times.op" label={t('builder.often')}>
        <Select
          value={draft.times}
          onChange={times => write({ times: times as BehaviourCondition['times']['op'] })}
          options={TIMES.map(op => ({ value: op, label: t(`times.${op}`) }))}
        />
      </Slot>
      {draft.times !== 'never' && (
        <Slot id={id} place="times.n" label={t('builder.times')} narrow>
          <NumberInput
            value={draft.n}
            onChange={n => write({ n }, 'n')}
            allowOutOfRange
            suffix={t('builder.daysUnit', { count: draft.n ?? 0 })}
          />
        </Slot>
      )}
      <Slot id={id} place="campaign_uuid" label={t('builder.campaign')}>
        <CampaignPicker value={draft.campaign} onChange={campaign => write({ campaign })} />
      </Slot>
      <Slot id={id} place="when.op" label={t('builder.when')}>
        <Select
          value={draft.when}
          onChange={when => write({ when: when as BehaviourDraft['when'] })}
          options={WHENS.map(op => ({ value: op, label: t(`when.${op}`) }))}
        />
      </Slot>
      {draft.when === 'last_days' && (
        <Slot id={id} place="when.days" label={t('builder.days')} narrow>
          <NumberInput
            value={draft.days}
            onChange={days => write({ days }, 'days')}
            allowOutOfRange
            suffix={t('builder.daysUnit', { count: draft.days ?? 0 })}
          />
        </Slot>
      )}
      {draft.when === 'between' && (
        <>
          <Slot id={id} place="when.from" label={t('builder.from')}>
            <DayField label={t('builder.from')} value={draft.fromDay} onChange={fromDay => write({ fromDay })} />
          </Slot>
          <Slot id={id} place="when.to" label={t('builder.to')}>
            <DayField label={t('builder.to')} value={draft.toDay} onChange={toDay => write({ toDay })} />
          </Slot>
        </>
      )}
    </>
  )
}

const SHOWN = 30
const ANY = 'any'
/** Campaigns from which a contact may have got something; drafts are not among them. */
const STATUSES = 'pending,scheduled,executing,paused,sent,ended,failed,cancelled'
/** Before there were campaigns. */
const FIRST_DAY = '2000-01-01'

interface CampaignPickerProps {
  /** null: any campaign. */
  value: string | null
  onChange: (uuid: string | null) => void
}

/** Finds one of all campaigns that the reader may see by its name, or any of them. */
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
