import { useGridKeys } from '../table/use-grid-keys.ts'

export type ToggleCell = {
  value: string
  label: string
  /** Full name if the label is a single letter. */ name?: string
}

export type ToggleCellsProps = {
  cells: readonly ToggleCell[]
  value: readonly string[]
  /** Called with the pressed cell; the caller computes the new selection. */
  onToggle: (cell: string) => void
  columns: number
  'aria-label': string
}

/** A grid of days, dates or months, several of which can be selected. Arrow keys move, Space toggles. */
export function ToggleCells({ cells, value, onToggle, columns, ...rest }: ToggleCellsProps) {
  const places = cells.map(({ value: column }, index) => ({
    row: String(Math.floor(index / columns)),
    column,
    at: index % columns,
  }))
  const rows = Map.groupBy(places, place => place.row)
  const { grid, cell: cellKeys } = useGridKeys(
    [...rows.values()],
    places.find(place => value.includes(place.column)),
  )
  return (
    <div
      role="group"
      aria-label={rest['aria-label']}
      className="grid w-full gap-1"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      {...grid}
    >
      {cells.map(({ value: one, label, name }, index) => (
        <button
          key={one}
          type="button"
          aria-pressed={value.includes(one)}
          aria-label={name}
          onClick={() => onToggle(one)}
          className={
            'grid h-8 place-items-center rounded-2 border border-line-strong bg-surface px-1 text-12 font-medium ' +
            'text-ink-2 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-inverse max-sm:h-9'
          }
          {...cellKeys(places[index]?.row ?? '0', one)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
