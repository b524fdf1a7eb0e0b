import type { ComponentType, FormEventHandler, ReactNode, RefObject } from 'react'
import { lazyOverlay } from './lazy-overlay.tsx'

export type DialogSize = 'md' | 'lg' | 'xl'

export type DialogProps = {
  open: boolean
  /** Asks to close: Esc, the cross, or a click outside. A caller with unsaved work may stay open. */
  onOpenChange: (open: boolean) => void
  /** The verb: "Approve request". */
  title: ReactNode
  description?: ReactNode
  /** 560, 760 or 1040 wide. */
  size?: DialogSize
  children: ReactNode
  /** Below the title, on the full width: tabs. */
  header?: ReactNode
  /** At the start of the footer: the quiet or destructive way. */
  footerStart?: ReactNode
  /** At the end of the footer: Cancel, then the one primary button. */
  footer?: ReactNode
  /** Makes the whole dialog a form, so that Enter submits from any field. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
  /** A click on the scrim closes too; leave it off where something may have been typed. */
  closeOnScrim?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Has the focus afterwards, it or the first control in it: where what opened the dialog is gone by then. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  /** Content reaches the edges. */
  bare?: boolean
}

/** Decides or finishes one thing. Traps focus, gives it back, and covers the whole screen on a phone. */
export const Dialog: ComponentType<DialogProps> = lazyOverlay(
  async () => (await import('./DialogSurface.tsx')).DialogSurface,
)
