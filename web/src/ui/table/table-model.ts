/**
 * The state of a table other than its rows: the sorted column and the selected rows. The server sorts and pages, so the
 * caller owns both. This module only computes the effect of a click.
 */
import type { DataTableProps, TableColumn } from './table-types.ts'

export type TableModel = {
  sortOf(column: TableColumn<never>): 'asc' | 'desc' | undefined
  /** A click on a header: reverses the direction. A new column starts descending for numbers, ascending for texts. */
  pressHead(column: TableColumn<never>): void
  isSelected(id: string): boolean
  select(id: string, selected: boolean): void
  /** About the visible rows only; the selection on other pages is kept. */
  areAllSelected: boolean
  areSomeSelected: boolean
  selectAll(selected: boolean): void
}

/** The model of a table in its current state. */
export function tableModel<Row>({ rows, rowId, sort, onSort, selection }: DataTableProps<Row>): TableModel {
  const chosen = selection?.ids ?? new Set<string>()
  const shown = selection && rows ? rows.map(rowId) : []
  const everything = selection?.everything
  const isAll = everything?.isChosen === true
  const isSelected = (id: string) => isAll || chosen.has(id)
  const chosenHere = shown.filter(isSelected).length
  const change = (ids: readonly string[], selected: boolean) => {
    // Deselecting one row while everything is selected keeps the other rows of this page.
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
