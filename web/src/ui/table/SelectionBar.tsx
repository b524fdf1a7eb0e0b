import { Button } from '../controls/Button.tsx'
import { useUi } from '../UiProvider.tsx'
import type { TableSelection } from './table-types.ts'

interface SelectionBarProps {
  selection: TableSelection
  /** Offers to select the rows of other pages as well. */
  offersEverything?: boolean
}

/** The actions on the selected rows; replaces the toolbar. */
export function SelectionBar({ selection, offersEverything = false }: SelectionBarProps) {
  const { words } = useUi()
  const { ids, everything } = selection
  const isAll = everything?.isChosen === true
  const count = isAll ? everything.total : ids.size
  const clear = () => {
    everything?.choose(false)
    selection.onChange(new Set())
  }
  return (
    <div
      role="toolbar"
      aria-label={words.selected(count)}
      className="mb-3 flex min-h-control flex-wrap items-center gap-x-2 gap-y-1 rounded-2 bg-selected ps-3 pe-1 max-sm:py-1"
    >
      <span className="tnum font-medium" aria-live="polite">
        {words.selected(count)}
      </span>
      {everything && !isAll && offersEverything && everything.total > ids.size && (
        <Button size="sm" onClick={() => everything.choose(true)}>
          {words.selectEvery(everything.total)}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={clear}>
        {words.clear}
      </Button>
      <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:ms-0">{selection.actions(ids)}</div>
    </div>
  )
}
