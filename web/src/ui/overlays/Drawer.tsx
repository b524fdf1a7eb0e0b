import type { ComponentType, ReactNode } from 'react'
import { lazyOverlay } from './lazy-overlay.tsx'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Second line of the header, muted. */
  subtitle?: ReactNode
  /** Before the title: an avatar. */
  mark?: ReactNode
  /** Below the title: a badge and its reason. */
  status?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Present while there is a row before or after in the list; also on the up and down arrow keys. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Looks at one row of a list while the list stays usable. Esc closes it and gives the focus back. */
export const Drawer: ComponentType<DrawerProps> = lazyOverlay(
  async () => (await import('./DrawerSurface.tsx')).DrawerSurface,
)
