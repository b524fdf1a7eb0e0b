import { CHANNELS } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import { DayRangePicker } from '../../../components/display/DayRangePicker.tsx'
import { useDayWords } from '../../../components/display/use-day-words.ts'
import { ViewsMenu } from '../../../components/views/ViewsMenu.tsx'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { RUN_STATUSES } from '../../../components/runs/run-states.ts'
import { ChipButton } from '../../../ui/controls/ChipButton.tsx'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import { Toolbar } from '../../../ui/layout/Page.tsx'
import type { RunsState } from './runs-address.ts'

export interface RunFiltersProps {
  state: RunsState
  change: (change: Partial<RunsState>, options?: { replace?: boolean }) => void
}

/** Search, channel, status and date filters of the list of runs. */
export function RunFilters({ state, change }: RunFiltersProps) {
  const { t } = useTranslation(['delivery', 'common'])
  const dayWords = useDayWords()
  const { search, status, channel } = state
  return (
    <Toolbar
      find={<ListSearch search={search} change={change} placeholder={t('runs.find')} />}
      end={<ViewsMenu list="runs" />}
    >
      <FilterChip
        label={t('runs.channel')}
        allText={t('runs.all')}
        value={channel ?? null}
        onChange={next => change({ channel: CHANNELS.find(each => each === next), page: 1 })}
        options={CHANNELS.map(value => ({ value, label: t(`common:channel.${value}`) }))}
      />
      <FilterChip
        multiple
        label={t('runs.status')}
        allText={t('runs.all')}
        value={status === '' ? [] : status.split(',')}
        onChange={next => change({ status: next.join(','), page: 1 })}
        options={RUN_STATUSES.map(value => ({ value, label: t(`common:status.campaign.${value}`) }))}
      />
      <DayRangePicker
        label={t('runs.days')}
        days={state}
        onDays={days => change({ ...days, page: 1 })}
        trigger={(range, shortcut) => (
          <ChipButton
            label={t('runs.days')}
            value={shortcut ?? dayWords.range(range)}
            active={state.from !== undefined}
          />
        )}
      />
    </Toolbar>
  )
}
