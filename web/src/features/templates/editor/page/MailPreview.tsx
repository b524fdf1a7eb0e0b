import type { ReactNode } from 'react'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { PreviewPane, ViewChoice } from '../../../../components/email/PreviewPane.tsx'
import { cx } from '../../../../ui/cx.ts'
import type { VisualEditorProps } from './page-props.ts'

interface MailPreviewProps extends Pick<VisualEditorProps, 'preview' | 'view' | 'onView' | 'onAs'> {
  /** Above the mail. */
  note?: ReactNode
}

/** A mail as it will look: where, and to whom. */
export function MailPreview({ preview, view, onView, onAs, note }: MailPreviewProps) {
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-4 py-1.5 max-sm:px-3">
        <ViewChoice plain view={view} onView={onView} />
        <ContactPicker current={preview.data?.contact ?? null} onChoose={onAs} />
      </div>
      {note}
      {/* A phone has no room for a screen at its size; narrower, the mail would show how phones have it. */}
      <div className={cx('min-h-0 flex-1', (view === 'desktop' || view === 'outlook') && 'max-sm:[zoom:0.58]')}>
        <PreviewPane preview={preview} view={view} />
      </div>
    </>
  )
}
