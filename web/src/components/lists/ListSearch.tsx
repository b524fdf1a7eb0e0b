import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import type { ListChange } from './list-state.ts'

/** The server is asked after this pause, not at every key. */
const SEARCH_PAUSE_MS = 300

export interface ListSearchProps {
  search: string
  change: (change: Pick<ListChange, 'search' | 'page'>, options: { replace: boolean }) => void
  placeholder: string
}

/** Finds in a list whose address keeps the words; what is found begins at its first page. */
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
