import { CHANNELS, type Channel } from '@notifly/contracts/applications/applications'
import { useTranslation } from 'react-i18next'
import {
  DEFAULT_RANGE,
  RANGE_SHORTCUTS,
  rangeOf,
  shortcutOf,
  type DayRange,
} from '../../../components/display/ranges.ts'
import { ViewsMenu } from '../../../components/views/ViewsMenu.tsx'
import { ListSearch } from '../../../components/lists/ListSearch.tsx'
import { useGoTo, useSlug } from '../../../components/navigation/use-pages.ts'
import { RUN_STATUSES } from '../../../components/runs/run-states.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { paths, withQuery } from '../../../paths.ts'
import { ChipButton } from '../../../ui/controls/ChipButton.tsx'
import { DateRangePicker } from '../../../ui/dates/DatePicker.tsx'
import { FilterChip } from '../../../ui/table/FilterChip.tsx'
import { Toolbar } from '../../../ui/layout/Page.tsx'
import { useMoments } from '../../../components/display/use-moments.ts'
import type { RunsState } from './runs-address.ts'

export interface RunFiltersProps {
  channel: Channel | undefined
  state: RunsState
  change: (change: Partial<RunsState>, options?: { replace?: boolean }) => void
}

/** Search, channel, status and days of the list of runs. */
export function RunFilters({ channel, state, change }: RunFiltersProps) {
  const slug = useSlug()
  const { t } = useTranslation(['delivery', 'common'])
  const goTo = useGoTo()
  const { search, status, from, to } = state
  const query = { search: search || undefined, status: status || undefined, from, to }
  const showChannel = (next: string | null) =>
    void goTo(next === null ? withQuery(paths.deliveries(slug), query) : paths.deliveriesOf(slug, next, query))
  return (
    <Toolbar
      end={
        <ViewsMenu
          list="runs"
          more={{ channel: channel ?? '' }}
          onOpen={({ channel: to = '', ...kept }) =>
            void goTo(to === '' ? withQuery(paths.deliveries(slug), kept) : paths.deliveriesOf(slug, to, kept))
          }
        />
      }
    >
      <ListSearch search={search} change={change} placeholder={t('runs.find')} />
      <FilterChip
        label={t('runs.channel')}
        allText={t('runs.all')}
        value={channel ?? null}
        onChange={showChannel}
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
      <Days state={state} onRange={range => change({ ...range, page: 1 })} />
    </Toolbar>
  )
}

function Days({
  state: { from, to },
  onRange,
}: {
  state: RunsState
  onRange: (range: Pick<RunsState, 'from' | 'to'>) => void
}) {
  const { t, i18n } = useTranslation('delivery')
  const zone = useZone()
  const today = useMoments().today()
  const usual = rangeOf(DEFAULT_RANGE, zone)
  const range: DayRange = { from: from ?? usual.from, to: to ?? usual.to }
  const shortcut = shortcutOf(range, zone)
  const dayFormat = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  const text = shortcut
    ? t(`range.${shortcut}`)
    : dayFormat.formatRange(new Date(`${range.from}T00:00:00Z`), new Date(`${range.to}T00:00:00Z`))
  const save = (next: DayRange) =>
    onRange(shortcutOf(next, zone) === DEFAULT_RANGE ? { from: undefined, to: undefined } : next)
  return (
    <DateRangePicker
      label={t('runs.days')}
      today={today}
      max={today}
      value={range}
      onSave={save}
      shortcuts={RANGE_SHORTCUTS.map(name => ({ label: t(`range.${name}`), range: rangeOf(name, zone) }))}
      trigger={<ChipButton label={t('runs.days')} value={text} active={from !== undefined} />}
    />
  )
}
