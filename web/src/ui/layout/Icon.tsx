import type { LucideIcon } from 'lucide-react'
import { cx } from '../cx.ts'

export type IconProps = {
  of: LucideIcon
  size?: 12 | 14 | 16 | 20
  /** Mirrors the icon in right-to-left pages: chevrons, arrows, undo. */
  flip?: boolean
  className?: string | undefined
}

/** A decorative Lucide icon in the product's stroke. Small sizes get a heavier stroke to stay readable. */
export function Icon({ of: Glyph, size = 16, flip, className }: IconProps) {
  return (
    <Glyph
      aria-hidden
      size={size}
      strokeWidth={size === 12 ? 2 : 1.75}
      className={cx('block shrink-0', flip && 'flip', className)}
    />
  )
}
