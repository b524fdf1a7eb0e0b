import { cx } from '../cx.ts'
import { useUi } from '../UiProvider.tsx'

export type SkeletonProps = {
  /** CSS lengths. */
  width?: string
  height?: string
  className?: string
}

/** A grey placeholder for content that is loading. Appears after 150 ms. */
export function Skeleton({ width = '100%', height = '0.75rem', className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={cx('late shimmering block max-w-full rounded-1 bg-neutral-soft', className)}
      style={{ inlineSize: width, blockSize: height }}
    />
  )
}

/** Announces once, to screen readers, that the surrounding skeletons mean loading. */
export function LoadingNote() {
  const { words } = useUi()
  return (
    <span role="status" className="sr-only">
      {words.loading}
    </span>
  )
}
