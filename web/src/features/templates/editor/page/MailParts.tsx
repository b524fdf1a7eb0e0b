import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeEditorHandle } from '../../../../components/email/code/CodeEditor.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useIsPhone } from '../../../../ui/use-media-query.ts'
import { MailPreview } from './MailPreview.tsx'
import { MailSettings } from './MailSettings.tsx'
import type { BlockEditor, VisualEditorProps } from './page-props.ts'
import { focusField, PageProblems } from './PageProblems.tsx'
import { SubjectLine } from './SubjectLine.tsx'

export type MailPart = 'preview' | 'editor' | 'settings'

interface MailPartsProps extends VisualEditorProps, BlockEditor {
  part: MailPart
  onPart: (part: MailPart) => void
  /** Where the mail is written; absent where the editor needs a wider screen. */
  editor?: {
    label: string
    content: ReactNode
    /** It goes on behind the other parts: it would lose what it has not handed over yet. */
    stays?: boolean
  }
  /** Above the preview. */
  note?: ReactNode
}

/** Around a mail of blocks where there is room for one thing at a time, above its problems. */
export function MailParts(props: MailPartsProps) {
  const { state, preview, view, onView, onAs, part, onPart, editor, note, tools } = props
  const { t } = useTranslation('visual')
  const isPhone = useIsPhone()
  const subject = useRef<CodeEditorHandle>(null)
  const settings = useRef<HTMLDivElement>(null)
  const line = <SubjectLine state={state} problems={preview.data?.problems ?? []} handle={subject} />
  const parts = [
    { value: 'preview' as const, label: t('panel.preview') },
    ...(editor ? [{ value: 'editor' as const, label: editor.label }] : []),
    { value: 'settings' as const, label: t('panel.settings') },
  ]
  return (
    <div className="relative flex min-h-0 flex-col bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2">
        <Segmented size="sm" aria-label={t('panel.label')} value={part} onChange={onPart} segments={parts} />
        {!isPhone && line}
        {tools && <span className="ms-auto flex">{tools}</span>}
      </div>
      {part === 'preview' && (
        <div className="flex min-h-0 flex-1 flex-col bg-canvas">
          <MailPreview preview={preview} view={view} onView={onView} onAs={onAs} note={note} />
        </div>
      )}
      {editor && (editor.stays || part === 'editor') && (
        <div className={cx('flex min-h-0 flex-1 flex-col', part !== 'editor' && 'hidden')}>{editor.content}</div>
      )}
      {part === 'settings' && (
        <div ref={settings} className="relative flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
          {isPhone && line}
          <MailSettings {...props} />
        </div>
      )}
      <PageProblems
        state={state}
        preview={preview}
        blocks={props.problems}
        onPart={problem => {
          if (isPhone || problem.part !== 'subject') onPart('settings')
          focusField({ subject, settings }, problem)
        }}
      />
    </div>
  )
}
