import { listContacts, listSegments } from '@notifly/contracts/contacts/audience'
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { REACH_STATUSES } from '@notifly/contracts/contacts/reach'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { ListSearch } from '../../components/lists/ListSearch.tsx'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import { ViewsMenu } from '../../components/views/ViewsMenu.tsx'
import { useCan } from '../../components/session/use-session.ts'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { FilterChip } from '../../ui/table/FilterChip.tsx'
import type { TableSelection } from '../../ui/table/table-types.ts'
import { BulkActions } from './bulk/BulkActions.tsx'
import { BulkProgress } from './bulk/BulkProgress.tsx'
import type { Chosen } from './bulk/chosen.ts'
import { BehindChips } from './BehindChips.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { useContactColumns } from './contact-columns.tsx'
import { contactTitle } from './contact-words.ts'
import {
  type ContactsState,
  filterOf,
  NOT_BEHIND,
  PER_PAGE_CHOICES,
  useChosenColumns,
  useContactsState,
} from './contacts-address.ts'

export interface ContactsTableProps {
  /** Only members of this segment. */
  segment?: { uuid: string; name: string; kind: 'static' | 'dynamic' }
  /** Shown in the table when there are no contacts at all. */
  empty: ReactNode
  /** At the end of the toolbar, behind columns and export. */
  end?: ReactNode
}

const NOBODY: ReadonlySet<string> = new Set()

/** Contacts, searched, narrowed, sorted and paged by the address of the page; ticked ones, or all that match, can be acted on. */
export function Contacts({ segment, empty, end }: ContactsTableProps) {
  const { t } = useTranslation(['audience', 'contacts'])
  const url = useContactsState()
  const [state, change] = url
  const [chosen, choose] = useChosenColumns(url)
  const { search, sort, page, per_page } = state
  const filter = filterOf(state, segment?.uuid)
  const list = useReadPage(listContacts, { query: { ...filter, sort, page, per_page } })
  const columns = useContactColumns(chosen)
  const selection = useSelection(filter, list.data?.paging.total ?? 0, chosen => (
    <BulkActions {...chosen} segment={segment?.kind === 'static' ? segment : undefined} />
  ))
  const { search: _, ...narrowing } = filterOf(state, undefined)
  const isFiltered = Object.keys(narrowing).length > 0
  return (
    <>
      {/* One failure is enough. */}
      {(list.data || !list.error) && <BulkProgress />}
      <ListTable
        // As many as come: on a segment's page more follows.
        skeletonRows={per_page}
        list={list}
        page={page}
        sort={sort}
        change={change}
        perPage={per_page}
        perPageChoices={PER_PAGE_CHOICES}
        onPerPage={next => change({ per_page: next, page: 1 })}
        failed={t('contacts.failed')}
        label={t('tabs.contacts')}
        columns={columns}
        rowId={contact => contact.uuid}
        rowName={contactTitle}
        selection={selection}
        toolbar={
          <ContactFilters
            state={state}
            change={change}
            ofSegment={segment !== undefined}
            end={
              <>
                {segment === undefined && <ViewsMenu list="contacts" more={{ columns: chosen.join(',') }} />}
                <ColumnChooser chosen={chosen} onChange={choose} />
                <ExportMenu query={filter} disabled={list.data?.paging.total === 0} />
                {end}
              </>
            }
          />
        }
        empty={
          search || isFiltered ? (
            <NothingFound
              title={search ? t('contacts.noneFound', { search }) : t('contacts:filters.nobody')}
              filtered={isFiltered}
              onClear={() =>
                change({
                  search: '',
                  reach: undefined,
                  channel: undefined,
                  test: undefined,
                  in: undefined,
                  ...NOT_BEHIND,
                  page: 1,
                })
              }
            >
              {search && t('contacts:searched')}
            </NothingFound>
          ) : (
            empty
          )
        }
      />
    </>
  )
}

/** Ticked rows, of any page; or all that match the present filter, for as long as it stays. */
function useSelection(
  filter: ReturnType<typeof filterOf>,
  total: number,
  actions: (chosen: { chosen: Chosen; onDone: () => void }) => ReactNode,
): TableSelection {
  const [ids, setIds] = useState(NOBODY)
  const [allOf, setAllOf] = useState<string>()
  const key = JSON.stringify(filter)
  const isChosen = allOf === key
  const chosen: Chosen = isChosen
    ? { choice: { filter }, count: total }
    : { choice: { contact_uuids: [...ids] }, count: ids.size }
  const onDone = () => {
    setIds(NOBODY)
    setAllOf(undefined)
  }
  return {
    ids,
    onChange: setIds,
    everything: { total, isChosen, choose: all => setAllOf(all ? key : undefined) },
    actions: () => actions({ chosen, onDone }),
  }
}

interface ContactFiltersProps {
  state: ContactsState
  change: (change: Partial<ContactsState>, options?: { replace?: boolean }) => void
  /** The list is that of one segment. */
  ofSegment: boolean
  end: ReactNode
}

/** Search and filters of a list of contacts. */
function ContactFilters({ state, change, ofSegment, end }: ContactFiltersProps) {
  const { t } = useTranslation(['contacts', 'audience'])
  return (
    <Toolbar
      find={<ListSearch search={state.search} change={change} placeholder={t('audience:contacts.find')} />}
      end={end}
    >
      {!ofSegment && <SegmentFilter value={state.in} onChange={next => change({ in: next, page: 1 })} />}
      <ReachFilter state={state} change={change} />
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
      <BehindChips state={state} onClear={cleared => change({ ...cleared, page: 1 })} />
    </Toolbar>
  )
}

/** Whether email reaches them, or the channel that a link named. */
function ReachFilter({ state: { reach, channel }, change }: Pick<ContactFiltersProps, 'state' | 'change'>) {
  const { t } = useTranslation(['contacts', 'audience', 'common'])
  const isNamed = channel !== undefined && channel !== 'email'
  const wordOf = (status: (typeof REACH_STATUSES)[number]) =>
    isNamed && status === 'no_address' ? t('filters.noAddress') : t(`audience:reach.${status}`)
  return (
    <FilterChip
      label={isNamed ? t(`common:channel.${channel}`) : t('filters.reach')}
      allText={t('filters.all')}
      value={reach ?? (channel === undefined ? null : 'reachable')}
      onChange={next =>
        change({
          reach: REACH_STATUSES.find(each => each === next),
          channel: next === null ? undefined : channel,
          page: 1,
        })
      }
      options={REACH_STATUSES.map(value => ({ value, label: wordOf(value) }))}
    />
  )
}

function SegmentFilter({ value, onChange }: { value: string | undefined; onChange: (next?: string) => void }) {
  const { t } = useTranslation('contacts')
  const maySee = useCan(ACTIVITY.segmentation, 'read')
  const query = { page: 1, per_page: 100, sort: 'name' as const }
  const { data, error, refetch } = useReadPage(listSegments, { query }, { enabled: maySee })
  // Also without segments: a chip that went once that is known would move what is below.
  if (!maySee) return null
  return (
    <FilterChip
      label={t('filters.segment')}
      allText={t('filters.all')}
      value={value ?? null}
      onChange={next => onChange(next ?? undefined)}
      options={(data?.rows ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))}
      onRetry={error ? () => void refetch() : undefined}
    />
  )
}
