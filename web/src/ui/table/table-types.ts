import type { ReactNode } from 'react'
import type { MenuItem } from '../overlays/MenuPopup.tsx'

/** Shape of a cell's skeleton while rows are loading. */
export type SkeletonKind = 'name' | 'text' | 'two-lines' | 'badge' | 'number'

export type TableColumn<Row> = {
  id: string
  header: string
  /** What the column's numbers count, as a tooltip on its header. */
  definition?: string | undefined
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end, everything else at the start. */
  align?: 'start' | 'end'
  sortable?: boolean
  /** Hides the header visually, as over a column of icons. */
  hideHeader?: boolean
  /** CSS width; by default the content decides. */
  width?: string
  skeleton?: SkeletonKind
  /**
   * Position of the cell on a phone. By default the first column is the title, end-aligned columns are numbers (three
   * at most), and the others are lines. `badge` goes at the end of the title.
   */
  card?: 'title' | 'badge' | 'line' | 'number' | 'hidden'
}

export type TableSort = { column: string; descending: boolean }

export type TableSelection = {
  ids: ReadonlySet<string>
  /** Offered if more rows match than a page shows: once all rows of the page are selected, on a phone once one is. */
  everything?: {
    total: number
    isChosen: boolean
    choose: (chosen: boolean) => void
  }
  onChange: (ids: Set<string>) => void
  /** Buttons of the selection bar, which replaces the toolbar. */
  actions: (ids: ReadonlySet<string>) => ReactNode
}

export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** Undefined while the first page loads. Keep the array stable between renders. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** A row's name, for its checkbox and its menu. */
  rowName?: (row: Row) => string
  /** Number of skeleton rows: 5 or 10. */
  skeletonRows?: number
  /** The next page is loading; the old rows stay visible but dimmed. */
  fetching?: boolean
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  rowMenu?: ((row: Row) => readonly MenuItem[]) | undefined
  selection?: TableSelection
  /** The row whose drawer is open. */
  currentRow?: string | null
  /** Rows of 36 px with one line. */
  dense?: boolean
  /** Search and filters; replaced by the selection bar. */
  toolbar?: ReactNode
  /** Shown in the frame if there are no rows. */
  empty?: ReactNode
  /** Pagination. */
  footer?: ReactNode
  /** Without a frame of its own, for use inside a panel. */
  frameless?: boolean
}
