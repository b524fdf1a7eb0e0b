/** Props of the parts of the wizard that differ by channel. */
import type { CompleteContent } from '../state/use-content.ts'

/** Props of a preview and a test send: which content, and for which contact. */
export interface ContentDialogProps {
  /** The content, or every variant of an A/B test. */
  contents: readonly CompleteContent[]
  /** Index of the shown variant; both dialogs share it. */
  index: number
  onIndex: (index: number) => void
  /** The contact that the content is shown for; both dialogs share it. */
  contactUuid: string | undefined
  onContact: (uuid: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Props of the content step, whose preview shows the same contact as the dialogs. */
export type WhatProps = Pick<ContentDialogProps, 'contactUuid' | 'onContact'>
