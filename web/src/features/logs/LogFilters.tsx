import { CHANNELS } from '@notifly/contracts/applications/applications'
import { listApiKeys } from '@notifly/contracts/api-keys/api-keys'
import { LOG_KINDS, LOG_RESULTS } from '@notifly/contracts/logs/logs'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { DaysFilter } from '../../components/display/DaysFilter.tsx'
import { FoldingToolbar } from '../../components/lists/FoldingToolbar.tsx'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { can, useSession } from '../../components/session/use-session.ts'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import type { ChangeLogs, LogState } from './log-state.ts'

export interface LogFiltersProps {
  state: LogState
  change: ChangeLogs
}

const PAUSE_MS = 300
const KEYS_OFFERED = 100

/** Words, kind, channel, status, days, addresses and key. */
export function LogFilters({ state, change }: LogFiltersProps) {
  const { t } = useTranslation(['logs', 'common'])
  const { kind, channel, status, from, key, endpoint, receiver } = state
  const choose = (field: 'kind' | 'channel' | 'status') => (value: string | null) =>
    change({ [field]: value ?? '', page: 1 })
  const type = (field: 'endpoint' | 'receiver') => (value: string) =>
    change({ [field]: value, page: 1 }, { replace: true })
  return (
    <FoldingToolbar
      find={<ListSearch search={state.search} change={change} placeholder={t('find')} />}
      label={t('filters')}
      active={[kind, channel, status, from, key, endpoint, receiver].filter(Boolean).length}
    >
      <FilterChip
        label={t('kind')}
        allText={t('all')}
        value={kind || null}
        onChange={choose('kind')}
        options={LOG_KINDS.map(value => ({ value, label: t(`kinds.${value}`) }))}
      />
      <FilterChip
        label={t('channel')}
        allText={t('all')}
        value={channel || null}
        onChange={choose('channel')}
        options={CHANNELS.map(value => ({ value, label: t(`common:channel.${value}`) }))}
      />
      <FilterChip
        label={t('status')}
        allText={t('all')}
        value={status || null}
        onChange={choose('status')}
        options={LOG_RESULTS.map(value => ({ value, label: t(`results.${value}`) }))}
      />
      <DaysFilter label={t('days')} days={state} onDays={days => change({ ...days, page: 1 })} />
      <KeyFilter state={state} change={change} />
      {/* Where one of them has no room, both go to the next line. */}
      <div className="flex gap-2 max-sm:contents">
        <SearchInput
          value={endpoint}
          onChange={type('endpoint')}
          placeholder={t('findEndpoint')}
          debounceMs={PAUSE_MS}
        />
        <SearchInput
          value={receiver}
          onChange={type('receiver')}
          placeholder={t('findReceiver')}
          debounceMs={PAUSE_MS}
        />
      </div>
    </FoldingToolbar>
  )
}

/**
 * For readers who may see keys, the list of all, even before it has loaded: a filter that appears later would move the content below. For
 * others only the key in the address.
 */
function KeyFilter({ state, change }: LogFiltersProps) {
  const { t } = useTranslation('logs')
  const mayRead = can(useSession(), ACTIVITY.keys, 'read')
  const { data, error, refetch } = useReadPage(listApiKeys, { query: { per_page: KEYS_OFFERED } }, { enabled: mayRead })
  const known = (data?.rows ?? []).map(({ client_id, name }) => ({ value: client_id, label: name }))
  const isUnknown = state.key !== '' && !known.some(({ value }) => value === state.key)
  const options = isUnknown ? [...known, { value: state.key, label: state.key.slice(-8) }] : known
  if (!mayRead && options.length === 0) return null
  return (
    <FilterChip
      label={t('key')}
      allText={t('all')}
      value={state.key || null}
      onChange={value => change({ key: value ?? '', page: 1 })}
      options={options}
      onRetry={error ? () => void refetch() : undefined}
    />
  )
}
