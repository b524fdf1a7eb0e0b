import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { cx } from './cx.ts'

export type ToggleCell = { value: string; label: string; /** Full name where the label is a letter. */ name?: string }

export type ToggleCellsProps = {
  cells: readonly ToggleCell[]
  value: readonly string[]
  onChange: (value: string[]) => void
  columns: number
  /** Cells share the width instead of being 32 px squares. */
  fill?: boolean
  disabled?: boolean
  'aria-label': string
}

/** A grid of days, dates or months of which several can hold; arrow keys move, Space toggles. */
export function ToggleCells({ cells, value, onChange, columns, fill, disabled, ...rest }: ToggleCellsProps) {
  return (
    <ToggleGroup
      multiple
      value={[...value]}
      onValueChange={next => onChange(cells.map(cell => cell.value).filter(one => next.includes(one)))}
      disabled={disabled}
      aria-label={rest['aria-label']}
      className={cx('grid gap-1', fill ? 'w-full' : 'w-max')}
      style={{ gridTemplateColumns: `repeat(${columns}, ${fill ? 'minmax(0, 1fr)' : '2rem'})` }}
    >
      {cells.map(cell => (
        <Toggle
          key={cell.value}
          value={cell.value}
          aria-label={cell.name}
          className={
            'grid h-8 place-items-center rounded-2 border border-line-strong bg-surface px-1 text-12 font-medium ' +
            'text-ink-2 hover:bg-hover data-pressed:border-accent data-pressed:bg-accent data-pressed:text-inverse ' +
            'data-disabled:border-line data-disabled:text-disabled'
          }
        >
          {cell.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
