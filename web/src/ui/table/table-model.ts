/**
 * The state of a table other than its rows: which column is sorted and which rows are selected. The server sorts and pages, so the caller
 * owns both, and this only computes the effect of a click.
 */
import type { DataTableProps, TableColumn } from './table-types.ts'

export type TableModel = {
  sortOf(column: TableColumn<never>): 'asc' | 'desc' | undefined
  /** A press on a head: the other direction, or for a new column numbers from the largest and words from A. */
  pressHead(column: TableColumn<never>): void
  isSelected(id: string): boolean
  select(id: string, selected: boolean): void
  /** Of the rows that are shown; what is selected on other pages stays so. */
  areAllSelected: boolean
  areSomeSelected: boolean
  selectAll(selected: boolean): void
}

/** The model of a table in its present state. */
export function tableModel<Row>({ rows, rowId, sort, onSort, selection }: DataTableProps<Row>): TableModel {
  const chosen = selection?.ids ?? new Set<string>()
  const shown = selection && rows ? rows.map(rowId) : []
  const everything = selection?.everything
  const isAll = everything?.isChosen === true
  const isSelected = (id: string) => isAll || chosen.has(id)
  const chosenHere = shown.filter(isSelected).length
  const change = (ids: readonly string[], selected: boolean) => {
    // Unchecking one row of all keeps the other rows of the page.
    const next = new Set(isAll ? shown : chosen)
    if (isAll) everything.choose(false)
    for (const id of ids) {
      if (selected) next.add(id)
      else next.delete(id)
    }
    selection?.onChange(next)
  }
  return {
    sortOf: ({ id }) => (sort?.column === id ? (sort.descending ? 'desc' : 'asc') : undefined),
    pressHead: ({ id, align }) =>
      onSort?.({ column: id, descending: sort?.column === id ? !sort.descending : align === 'end' }),
    isSelected,
    select: (id, selected) => change([id], selected),
    areAllSelected: shown.length > 0 && chosenHere === shown.length,
    areSomeSelected: chosenHere > 0 && chosenHere < shown.length,
    selectAll: selected => change(shown, selected),
  }
}
