// Keyboard navigation in a grid, after the grid pattern of the ARIA Authoring Practices: one tab stop, arrow keys, Home
// and End.
import { type KeyboardEvent, useState } from 'react'
import { useUi } from '../UiProvider.tsx'

/** A cell that can get the focus; `at` is the index of its column. */
export type GridPlace = { row: string; column: string; at: number }

/**
 * Props for the grid and its cells. Cells are found by `data-cell`. The tab stop is `entry`, by default the first cell,
 * until another cell gets the focus.
 */
export function useGridKeys(rows: readonly (readonly GridPlace[])[], entry: GridPlace | undefined = rows[0]?.[0]) {
  const { direction } = useUi()
  const [active, setActive] = useState<string>()
  const places = rows.flat()
  const stop = places.some(place => nameOf(place) === active) ? active : entry && nameOf(entry)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell']
    const rowAt = rows.findIndex(row => row.some(place => nameOf(place) === from))
    const place = rows[rowAt]?.find(each => nameOf(each) === from)
    if (place === undefined) return
    const next = target(rows, { rowAt, place }, mirrored(event, direction), event.ctrlKey || event.metaKey)
    if (next === undefined) return
    event.preventDefault()
    setActive(nameOf(next))
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${CSS.escape(nameOf(next))}"]`)?.focus()
  }
  const onFocus = (event: { target: EventTarget }) => {
    const name = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell']
    if (name !== undefined) setActive(name)
  }
  return {
    grid: { onKeyDown, onFocus },
    cell: (row: string, column: string) => {
      const name = `${row} ${column}`
      return { 'data-cell': name, tabIndex: name === stop ? 0 : -1 }
    },
  }
}

function nameOf({ row, column }: Pick<GridPlace, 'row' | 'column'>): string {
  return `${row} ${column}`
}

/** In right-to-left text the left arrow moves forward. */
function mirrored({ key }: KeyboardEvent, direction: 'ltr' | 'rtl'): string {
  if (direction === 'ltr') return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}

function target(
  rows: readonly (readonly GridPlace[])[],
  { rowAt, place }: { rowAt: number; place: GridPlace },
  key: string,
  isFar: boolean,
): GridPlace | undefined {
  const row = rows[rowAt] ?? []
  const at = row.indexOf(place)
  if (key === 'ArrowRight') return row[at + 1]
  if (key === 'ArrowLeft') return row[at - 1]
  if (key === 'Home') return isFar ? rows.flat()[0] : row[0]
  if (key === 'End') return isFar ? rows.flat().at(-1) : row.at(-1)
  const sameColumn = (each: readonly GridPlace[]) => each.find(other => other.at === place.at)
  if (key === 'ArrowDown')
    return rows
      .slice(rowAt + 1)
      .map(sameColumn)
      .find(Boolean)
  if (key === 'ArrowUp') return rows.slice(0, rowAt).toReversed().map(sameColumn).find(Boolean)
  return undefined
}
