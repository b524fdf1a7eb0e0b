import { CHANNELS } from '@notifly/contracts/applications/applications'
import { CAMPAIGN_STATUSES } from '@notifly/contracts/campaigns/campaigns'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCampaignRights } from '../../../components/campaigns/use-campaign-rights.ts'
import { dayIn, RANGE_SHORTCUTS, rangeOf, shortcutOf } from '../../../components/display/ranges.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { ViewsMenu } from '../../../components/views/ViewsMenu.tsx'
import { TagFilter } from '../../../components/tags/TagFilter.tsx'
import { ChipButton } from '../../../ui/controls/ChipButton.tsx'
import { DateRangePicker } from '../../../ui/dates/DatePicker.tsx'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import { Toolbar } from '../../../ui/layout/Page.tsx'
import { type ListState, TABS } from './list-state.ts'

export interface CampaignToolbarProps {
  state: ListState
  days: { from: string; to: string }
  zone: string
  onChange: (change: Partial<ListState>, options?: { replace?: boolean }) => void
}

export function CampaignToolbar({ state, days, zone, onChange }: CampaignToolbarProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { shortDay } = useDisplay('UTC')
  const [now] = useState(() => new Date())
  const today = dayIn(zone, now)
  const shortcut = shortcutOf(days, zone)
  const dayText = (day: string) => shortDay(Date.parse(`${day}T12:00:00Z`) / 1000)
  const rightsOn = useCampaignRights()
  const channels = CHANNELS.filter(each => rightsOn(each).mayRead)
  const offered = state.tab === 'all' ? CAMPAIGN_STATUSES : TABS[state.tab]
  return (
    <Toolbar
      find={<ListSearch search={state.search} change={onChange} placeholder={t('list.find')} />}
      end={<ViewsMenu list="campaigns" />}
    >
      {channels.length > 1 && (
        <FilterChip
          label={t('list.channel')}
          allText={t('list.all')}
          options={channels.map(channel => ({ value: channel, label: t(`common:channel.${channel}`) }))}
          value={state.channel ?? null}
          onChange={next => onChange({ channel: channels.find(each => each === next), page: 1 })}
        />
      )}
      {offered.length > 1 && (
        <FilterChip
          multiple
          label={t('list.status')}
          allText={t('list.all')}
          options={offered.map(status => ({ value: status, label: t(`common:status.campaign.${status}`) }))}
          value={state.status === '' ? [] : state.status.split(',')}
          onChange={chosen => onChange({ status: chosen.join(','), page: 1 })}
        />
      )}
      <TagFilter kind="campaign" value={state.tag} onChange={tag => onChange({ tag, page: 1 })} />
      <DateRangePicker
        label={t('list.days')}
        today={today}
        max={today}
        value={days}
        onSave={({ from, to }) => onChange({ from, to, page: 1 })}
        shortcuts={RANGE_SHORTCUTS.map(name => ({ label: t(`list.ranges.${name}`), range: rangeOf(name, zone) }))}
        trigger={
          <ChipButton
            label={t('list.days')}
            value={shortcut ? t(`list.ranges.${shortcut}`) : `${dayText(days.from)} – ${dayText(days.to)}`}
            active={shortcut !== 'lastMonth'}
          />
        }
      />
    </Toolbar>
  )
}
