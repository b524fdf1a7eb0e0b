import { Suspense } from 'react'
import type { CheckboxProps } from './Checkbox.tsx'
import { lazyView } from '../lazy-view.tsx'

// Most tables have no selection, and none has one on its first page, so the code loads with the first checkbox.
const Box = lazyView(async () => (await import('./Checkbox.tsx')).Checkbox)

/** The checkbox of one table row, or of all rows. */
export function SelectBox(props: CheckboxProps) {
  const placeholder = (
    <span className="block size-4 rounded-1 border border-line-control bg-surface">
      <span className="sr-only">{props['aria-label']}</span>
    </span>
  )
  return (
    <Suspense fallback={placeholder}>
      <Box {...props} />
    </Suspense>
  )
}
