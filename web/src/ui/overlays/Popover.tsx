import type { ComponentType, ReactElement, ReactNode } from 'react'
import { lazyPopup } from './lazy-popup.tsx'

export type PopoverProps = {
  /** A Button, IconButton or ChipButton. */
  trigger: ReactElement
  title?: string | undefined
  /** Read aloud where no title is shown. */
  label?: string | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
  footer?: ReactNode | ((close: () => void) => ReactNode)
  open?: boolean | undefined
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  /** Without the 12 px around the content. */
  bare?: boolean
  /** On a phone it rises from the lower edge, over a scrim. */
  sheet?: boolean
  className?: string
}

/** A panel that belongs to one control. Esc and a click beside it close it; focus goes back to the control. */
export const Popover: ComponentType<PopoverProps> = lazyPopup(
  'dialog',
  async () => (await import('./PopoverPopup.tsx')).PopoverPopup,
)
