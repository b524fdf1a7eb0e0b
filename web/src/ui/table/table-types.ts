import type { ReactNode } from 'react'
import type { MenuItem } from '../overlays/MenuPopup.tsx'

/** Shown in a cell while rows are loading. */
export type GhostKind = 'name' | 'text' | 'two-lines' | 'badge' | 'number'

export type TableColumn<Row> = {
  id: string
  header: string
  /** What the column's numbers count, in the tooltip of its head. */
  definition?: string | undefined
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end, everything else at the start. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** The head is for screen readers only, as over a row of icons. */
  hideHeader?: boolean
  /** CSS width; without it the content decides. */
  width?: string
  ghost?: GhostKind
  /**
   * Where the cell goes on a phone. By default the first column is the title, end-aligned ones are numbers (three at
   * most), the others a line; 'badge' is at the end of the title.
   */
  card?: 'title' | 'badge' | 'line' | 'number' | 'hidden'
}

export type TableSort = { column: string; descending: boolean }

export type TableSelection = {
  ids: ReadonlySet<string>
  /** Where more rows match than a page shows: offered once all of the page are ticked, on a phone once one is. */
  everything?: {
    total: number
    isChosen: boolean
    choose: (chosen: boolean) => void
  }
  onChange: (ids: Set<string>) => void
  /** Buttons of the bar that replaces the toolbar while rows are selected. */
  actions: (ids: ReadonlySet<string>) => ReactNode
}

export type DataTableProps<Row> = {
  /** Name of the table for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** Undefined while the first page is loading. Keep the array stable between renders. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Name of a row, for its checkbox and its menu. */
  rowName?: (row: Row) => string
  /** Ghost rows while loading: 5 or 10. */
  ghostRows?: number
  /** The next page is on its way: the old rows stay, paler. */
  fetching?: boolean
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  rowMenu?: ((row: Row) => readonly MenuItem[]) | undefined
  selection?: TableSelection
  /** The row whose drawer is open. */
  currentRow?: string | null
  /** Rows of 36 with one line. */
  dense?: boolean
  /** Search and filters; the selection bar takes its place. */
  toolbar?: ReactNode
  /** Shown in the frame when there is no row. */
  empty?: ReactNode
  /** Pagination. */
  footer?: ReactNode
  /** Without its own frame, inside a panel. */
  frameless?: boolean
}
