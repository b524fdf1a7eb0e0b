import {
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { DataTableProps, TableColumn } from './table-types.ts'

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature })
const noRows: never[] = []

export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>

/** The state of a table whose rows are sorted and paged by the server; what is sorted and selected belongs to the caller. */
export function useTableModel<Row extends RowData>({
  columns,
  rows,
  rowId,
  sort,
  onSort,
  selection,
}: DataTableProps<Row>) {
  const definitions = useMemo(() => columns.map(definition), [columns])
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.descending }] : []), [sort])
  const rowSelection = useMemo(
    () => Object.fromEntries([...(selection?.ids ?? [])].map(id => [id, true as const])),
    [selection?.ids],
  )
  return useTable({
    features,
    columns: definitions,
    data: rows ?? noRows,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableRowSelection: selection !== undefined,
    state: { sorting, rowSelection },
    onSortingChange: change => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      if (next) onSort?.({ column: next.id, descending: next.desc })
    },
    onRowSelectionChange: change => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      selection?.onChange(new Set(Object.keys(next).filter(id => next[id])))
    },
  })
}

function definition<Row extends RowData>(column: TableColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    // The server sorts; the accessor only tells the model that the column holds something.
    accessorFn: row => row,
    header: column.header,
    enableSorting: column.sortable === true,
    sortDescFirst: column.align === 'end',
  }
}
