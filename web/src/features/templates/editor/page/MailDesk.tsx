import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeEditorHandle } from '../../../../components/email/code/CodeEditor.tsx'
import { ContactPicker } from '../../../../components/email/ContactPicker.tsx'
import { PreviewPane, ViewChoice } from '../../../../components/email/PreviewPane.tsx'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { cx } from '../../../../ui/cx.ts'
import { MailSettings } from './MailSettings.tsx'
import type { BlockEditor, VisualEditorProps } from './page-props.ts'
import { focusField, PageProblems } from './PageProblems.tsx'
import { SubjectLine } from './SubjectLine.tsx'

export type Side = 'blocks' | 'preview' | 'block' | 'settings'

export interface MailDeskProps extends VisualEditorProps, BlockEditor {
  /** What is open beside the mail. */
  side: Side
  onSide: (side: Side) => void
  /** What can be put into the mail, and what is in it. */
  blocks?: ReactNode
  /** There is room for one panel: those blocks are a part of it. */
  isNarrow?: boolean
  /** The chosen block: what it is called, and what it lets change. */
  block?: { label: string; content: ReactNode }
  /** The content of the panel, for who sets the cursor there. */
  panel?: RefObject<HTMLDivElement | null>
  /** Where the mail is written. */
  children: ReactNode
}

/** Around a mail of blocks: its subject above, what it is made of at the start, preview and settings at the end, problems below. */
export function MailDesk(props: MailDeskProps) {
  const { state, preview, view, onView, onAs, side, onSide, blocks, isNarrow = false, tools, children } = props
  const ownPanel = useRef<HTMLDivElement>(null)
  const { panel = ownPanel } = props
  const subject = useRef<CodeEditorHandle>(null)
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-3 py-1">
        {tools}
        <SubjectLine state={state} problems={preview.data?.problems ?? []} handle={subject} />
        <ViewChoice view={view} onView={next => (onView(next), onSide('preview'))} />
        <ContactPicker current={preview.data?.contact ?? null} onChoose={onAs} />
      </div>
      <div
        className={cx(
          'grid min-h-0 flex-1',
          isNarrow
            ? 'grid-cols-[18rem_minmax(0,1fr)]'
            : blocks
              ? 'grid-cols-[14.5rem_minmax(0,1fr)_22rem]'
              : 'grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        {blocks && !isNarrow && (
          <div className="relative flex min-h-0 flex-col overflow-y-auto border-e border-line bg-surface">{blocks}</div>
        )}
        {isNarrow && <SidePanel {...props} panel={panel} />}
        <div className="flex min-h-0 min-w-0 flex-col">
          {children}
          <PageProblems
            state={state}
            preview={preview}
            blocks={props.problems}
            onPart={problem => {
              if (problem.part !== 'subject') onSide('settings')
              focusField({ subject, settings: panel }, problem)
            }}
          />
        </div>
        {!isNarrow && <SidePanel {...props} panel={panel} side={side === 'blocks' ? 'preview' : side} />}
      </div>
    </div>
  )
}

/** The preview, the chosen block or the settings, and the blocks where they have no place of their own. */
function SidePanel(props: MailDeskProps & { panel: RefObject<HTMLDivElement | null> }) {
  const { side, onSide, isNarrow = false, blocks, block, panel } = props
  const { t } = useTranslation('visual')
  const sides = [
    ...(isNarrow ? [{ value: 'blocks' as const, label: t('palette.title') }] : []),
    { value: 'preview' as const, label: t('panel.preview') },
    ...(block ? [{ value: 'block' as const, label: block.label }] : []),
    { value: 'settings' as const, label: t('panel.settings') },
  ]
  return (
    <aside
      aria-label={t('panel.label')}
      className={cx('flex min-h-0 flex-col bg-surface', isNarrow ? 'border-e border-line' : 'border-s border-line')}
    >
      <div className="border-b border-line px-3 py-2">
        <Segmented size="sm" block aria-label={t('panel.label')} value={side} onChange={onSide} segments={sides} />
      </div>
      <div ref={panel} className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
        {side === 'blocks' ? blocks : <SideContent {...props} side={side} />}
      </div>
    </aside>
  )
}

function SideContent(props: MailDeskProps & { side: Exclude<Side, 'blocks'> }) {
  const { side, block, preview, view } = props
  if (side === 'block') return <div className="p-4">{block?.content}</div>
  if (side === 'settings') {
    return (
      <div className="p-4">
        <MailSettings {...props} />
      </div>
    )
  }
  // As wide as a mail on a screen, at half its size.
  return (
    <div
      className={cx('min-h-0 flex-1', (view === 'desktop' || view === 'dark' || view === 'outlook') && '[zoom:0.5]')}
    >
      <PreviewPane preview={preview} view={view} />
    </div>
  )
}
