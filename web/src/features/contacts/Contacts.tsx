import { listContacts } from '@notifly/contracts/contacts/audience'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadPage } from '../../api/queries.ts'
import { ListTable } from '../../components/lists/ListTable.tsx'
import { NothingFound } from '../../components/lists/NothingFound.tsx'
import type { TableSelection } from '../../ui/table/table-types.ts'
import { contactTitle } from './contact-words.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { useContactColumns } from './contact-columns.tsx'
import { ContactFilters } from './ContactFilters.tsx'
import { filterOf, PER_PAGE_CHOICES, useChosenColumns, useContactsState } from './contacts-address.ts'
import { ExportMenu } from './ExportMenu.tsx'

export interface ContactsTableProps {
  slug: string
  /** Only members of this segment. */
  segmentUuid?: string
  /** Stands in the table when there is nobody at all. */
  empty: ReactNode
  selection?: TableSelection
  /** At the end of the toolbar, behind columns and export. */
  end?: ReactNode
}

/** Contacts, searched, narrowed, sorted and paged by the address of the page. */
export function Contacts({ slug, segmentUuid, empty, selection, end }: ContactsTableProps) {
  const { t } = useTranslation(['audience', 'contacts'])
  const url = useContactsState()
  const [state, change] = url
  const [chosen, choose] = useChosenColumns(slug, url)
  const { search, sort, page, per_page } = state
  const filter = filterOf(state, segmentUuid)
  const list = useReadPage(listContacts, { query: { ...filter, sort, page, per_page } })
  const columns = useContactColumns(slug, chosen)
  const isFiltered = state.reach !== undefined || state.test !== undefined || state.in !== undefined
  return (
    <ListTable
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
      {...(selection ? { selection } : {})}
      toolbar={
        <ContactFilters
          state={state}
          change={change}
          ofSegment={segmentUuid !== undefined}
          end={
            <>
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
            onClear={() => change({ search: '', reach: undefined, test: undefined, in: undefined, page: 1 })}
          >
            {search && t('contacts:searched')}
          </NothingFound>
        ) : (
          empty
        )
      }
    />
  )
}
