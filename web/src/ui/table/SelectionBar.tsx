import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { useUi } from '../UiProvider.tsx'

export type SelectionBarProps = { count: number; onClear: () => void; children: ReactNode }

/** What can be done with the selected rows; stands in the place of the toolbar. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const { words } = useUi()
  return (
    <div
      role="toolbar"
      aria-label={words.selected(count)}
      className="mb-3 flex min-h-control flex-wrap items-center gap-2 rounded-2 bg-selected ps-3 pe-1"
    >
      <span className="tnum font-medium" aria-live="polite">
        {words.selected(count)}
      </span>
      <Button variant="ghost" size="sm" onClick={onClear}>
        {words.clear}
      </Button>
      <div className="ms-auto flex flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
