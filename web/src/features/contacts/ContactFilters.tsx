import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { listSegments } from '@notifly/contracts/contacts/audience'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { type ContactsState, REACHES } from './contacts-address.ts'

export interface ContactFiltersProps {
  state: ContactsState
  change: (change: Partial<ContactsState>, options?: { replace?: boolean }) => void
  /** The list is that of one segment. */
  ofSegment: boolean
  end: ReactNode
}

/** Search and filters of a list of contacts. */
export function ContactFilters({ state, change, ofSegment, end }: ContactFiltersProps) {
  const { t } = useTranslation(['contacts', 'audience'])
  return (
    <Toolbar end={end}>
      <ListSearch search={state.search} change={change} placeholder={t('audience:contacts.find')} />
      {!ofSegment && <SegmentFilter value={state.in} onChange={next => change({ in: next, page: 1 })} />}
      <FilterChip
        label={t('filters.reach')}
        allText={t('filters.all')}
        value={state.reach ?? null}
        onChange={next => change({ reach: REACHES.find(each => each === next), page: 1 })}
        options={REACHES.map(value => ({ value, label: t(`audience:reach.${value}`) }))}
      />
      <FilterChip
        label={t('filters.test')}
        allText={t('filters.all')}
        value={state.test ?? null}
        onChange={next => change({ test: next === null ? undefined : next === 'true' ? 'true' : 'false', page: 1 })}
        options={[
          { value: 'true', label: t('filters.onlyTest') },
          { value: 'false', label: t('filters.noTest') },
        ]}
      />
    </Toolbar>
  )
}

function SegmentFilter({ value, onChange }: { value: string | undefined; onChange: (next?: string) => void }) {
  const { t } = useTranslation('contacts')
  const maySee = useCan(ACTIVITY.segmentation, 'read')
  const query = { page: 1, per_page: 100, sort: 'name' as const }
  const segments = useReadPage(listSegments, { query }, { enabled: maySee }).data?.rows
  if (!maySee || segments?.length === 0) return null
  return (
    <FilterChip
      label={t('filters.segment')}
      allText={t('filters.all')}
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
      options={(segments ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))}
    />
  )
}
