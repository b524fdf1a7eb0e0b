import { lazy, Suspense } from 'react'
import type { CheckboxProps } from './Checkbox.tsx'

// Most tables have nothing to select, and a first page none at all: the tick comes with the first that does.
const Box = lazy(async () => ({ default: (await import('./Checkbox.tsx')).Checkbox }))

/** The tick of a table's row, or of all of them. */
export function SelectBox(props: CheckboxProps) {
  const coming = (
    <span className="block size-4 rounded-1 border border-line-control bg-surface">
      <span className="sr-only">{props['aria-label']}</span>
    </span>
  )
  return (
    <Suspense fallback={coming}>
      <Box {...props} />
    </Suspense>
  )
}
