import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import type { ListChange } from './list-state.ts'

/** Waits for a pause in typing before asking the server. */
const SEARCH_PAUSE_MS = 300

export interface ListSearchProps {
  search: string
  change: (change: Pick<ListChange, 'search' | 'page'>, options: { replace: boolean }) => void
  placeholder: string
}

/** A search field for a list whose address holds the search text. Searching returns to the first page. */
export function ListSearch({ search, change, placeholder }: ListSearchProps) {
  return (
    <SearchInput
      value={search}
      onChange={text => change({ search: text, page: 1 }, { replace: true })}
      placeholder={placeholder}
      debounceMs={SEARCH_PAUSE_MS}
      shortcut
    />
  )
}
