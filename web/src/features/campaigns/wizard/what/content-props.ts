/** The props of every channel's part of the wizard. */
import type { CompleteContent } from '../state/use-content.ts'

/** Of a preview and of a test: which content, and for whom. */
export interface ContentDialogProps {
  /** One, or every variant of a test. */
  contents: readonly CompleteContent[]
  /** The one that is shown; the same in both dialogs. */
  index: number
  onIndex: (index: number) => void
  /** Who it is shown for; the same in both dialogs. */
  contactUuid: string | undefined
  onContact: (uuid: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Of the step: the preview beside it shows the same contact as the dialogs. */
export type WhatProps = Pick<ContentDialogProps, 'contactUuid' | 'onContact'>
