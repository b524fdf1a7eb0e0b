import { listTemplateBlocks, type TemplateBlockRow } from '@notifly/contracts/templates/blocks'
import { useMemo } from 'react'
import { useReadPage } from '../../../api/queries.ts'

export interface SavedLibrary {
  /** By name; undefined until they are known. */
  rows: readonly TemplateBlockRow[] | undefined
  names: ReadonlyMap<string, string>
  hasFailed: boolean
  again: () => void
}

/** An application has 200 at most: two pages. */
const PER_PAGE = 100

/** The saved blocks of the application. */
export function useSavedLibrary(): SavedLibrary {
  const first = useReadPage(listTemplateBlocks, { query: { per_page: PER_PAGE } })
  const hasMore = (first.data?.paging.total ?? 0) > PER_PAGE
  const second = useReadPage(listTemplateBlocks, { query: { page: 2, per_page: PER_PAGE } }, { enabled: hasMore })
  const { data } = first
  const further = hasMore ? second.data : undefined
  const found = useMemo(() => {
    const rows = data && [...data.rows, ...(further?.rows ?? [])]
    return { rows, names: new Map(rows?.map(({ uuid, name }) => [uuid, name] as const)) }
  }, [data, further])
  const failed = hasMore ? second : first
  return { ...found, hasFailed: failed.error !== null && failed.data === undefined, again: () => void failed.refetch() }
}
