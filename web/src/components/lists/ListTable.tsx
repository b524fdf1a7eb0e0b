import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { Page } from '../../api/client.ts'
import { Toolbar } from '../../ui/layout/Page.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Pagination, PaginationSkeleton } from '../../ui/table/Pagination.tsx'
import type { DataTableProps } from '../../ui/table/table-types.ts'
import { ReadFailure } from '../states/ReadFailure.tsx'
import { type ChangeList, PER_PAGE, sortName, tableSort } from './list-state.ts'
import { ListSearch } from './ListSearch.tsx'

type OwnedProps = 'rows' | 'fetching' | 'sort' | 'onSort' | 'footer'

export interface ListTableProps<Row, Sort extends string> extends Omit<DataTableProps<Row>, OwnedProps> {
  /** The result of `useReadPage`. */
  list: UseQueryResult<Page<Row>, ApiError>
  page: number
  /** Absent if the order is fixed. */
  sort?: Sort
  /** The setter of `useUrlState`. */
  change: ChangeList<Sort>
  /** Title of the card shown if the list could not be loaded. */
  failed: string
  /** The search text, and the placeholder of its field. */
  search?: string
  find?: string
  /** Beside the search field. */
  filters?: ReactNode
  /** At the end of that line. */
  end?: ReactNode
  empty: ReactNode
  /** Rows per page, if the reader can choose. */
  perPage?: number
  perPageChoices?: readonly number[]
  onPerPage?: (perPage: number) => void
  /** How many page links are shown. */
  pageLinks?: number
}

/**
 * A page of rows from the server, sorted and paged by the address. Shows an error with a retry button if loading fails.
 */
export function ListTable<Row, Sort extends string>(props: ListTableProps<Row, Sort>) {
  const { list, page, sort, change, failed, search = '', find, filters, end, ...rest } = props
  const { perPage = PER_PAGE, perPageChoices, onPerPage, pageLinks, ...table } = rest
  const isPastEnd = useLastPage({ list, page, perPage, change })
  if (list.error && !list.data) {
    return <ReadFailure error={list.error} title={failed} onRetry={() => void list.refetch()} />
  }
  return (
    <DataTable
      {...table}
      rows={isPastEnd ? undefined : list.data?.rows}
      {...(find !== undefined && {
        toolbar: (
          <Toolbar find={<ListSearch search={search} change={change} placeholder={find} />} end={end}>
            {filters}
          </Toolbar>
        ),
      })}
      fetching={list.isPlaceholderData}
      {...(sort !== undefined && {
        sort: tableSort(sort),
        onSort: next => change({ sort: sortName<Sort>(next), page: 1 }),
      })}
      footer={
        list.data && !isPastEnd ? (
          <Pagination
            page={page}
            perPage={perPage}
            total={list.data.paging.total}
            onPage={next => change({ page: next })}
            {...(perPageChoices && { perPageChoices })}
            {...(onPerPage && { onPerPage })}
            {...(pageLinks !== undefined && { pageLinks })}
          />
        ) : (
          <PaginationSkeleton />
        )
      }
    />
  )
}

interface Paged {
  list: UseQueryResult<Page<unknown>, ApiError>
  page: number
  perPage: number
  change: (change: { page: number }, options: { replace: true }) => void
}

/**
 * Whether the address names a page beyond the last one, because rows were deleted or it was typed. If so, goes to the
 * last page.
 */
export function useLastPage({ list, page, perPage, change }: Paged): boolean {
  const isPastEnd = page > 1 && list.data?.rows.length === 0 && !list.isPlaceholderData
  const last = Math.max(1, Math.min(page - 1, Math.ceil((list.data?.paging.total ?? 0) / perPage)))
  useEffect(() => {
    if (isPastEnd) change({ page: last }, { replace: true })
  }, [isPastEnd, last, change])
  return isPastEnd
}
