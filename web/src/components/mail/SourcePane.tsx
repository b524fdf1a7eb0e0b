import type { MergeField } from '@notifly/contracts/audience'
import type { Problem } from '@notifly/contracts/templates'
import { Redo2, Undo2 } from 'lucide-react'
import { type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { controlClass } from '../../ui/control-style.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { CodeEditor, type CodeEditorHandle } from './code/CodeEditor.tsx'
import type { FieldHint } from './code/liquid.ts'
import type { SourceProblem } from './code/source-places.ts'
import type { EditorContent } from './content.ts'
import { FieldMenu, SENDER_FIELDS } from './FieldMenu.tsx'
import { problemLine } from './problem-words.ts'

const PARTS = ['subject', 'preheader', 'html'] as const
export type SourcePart = (typeof PARTS)[number]

export type SourceHandles = Record<SourcePart, CodeEditorHandle | null>

export interface SourcePaneProps {
  content: EditorContent
  onChange: (part: Partial<EditorContent>) => void
  fields: readonly MergeField[]
  problems: readonly Problem[]
  handles: RefObject<SourceHandles>
}

/** The sources: subject and preheader as one line each, the HTML below. Merge fields go where the cursor was last. */
export function SourcePane({ content, onChange, fields, problems, handles }: SourcePaneProps) {
  const { t } = useTranslation('templates')
  const lastPart = useRef<SourcePart>('html')
  const hints = useHints(fields)
  const byPart = useProblemsByPart(problems)
  const editor = (part: SourcePart, label: string, placeholder: string) => (
    <CodeEditor
      ref={handle => {
        handles.current[part] = handle
      }}
      singleLine={part !== 'html'}
      label={label}
      placeholder={placeholder}
      value={content[part]}
      onChange={text => onChange({ [part]: text })}
      onFocus={() => {
        lastPart.current = part
      }}
      fields={hints}
      problems={byPart[part]}
    />
  )
  const line = (part: 'subject' | 'preheader') => (
    <div className="flex items-center gap-3">
      <span aria-hidden className="w-20 shrink-0 text-12 text-muted">
        {t(`parts.${part}`)}
      </span>
      <div className={controlClass({ quiet: true })}>
        {editor(part, t(`parts.${part}`), t(`editor.${part}Placeholder`))}
      </div>
    </div>
  )
  return (
    <>
      <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-surface px-4 py-3">
        {line('subject')}
        {line('preheader')}
      </div>
      <div className="flex h-9 shrink-0 items-center gap-1 border-b border-line bg-surface px-3">
        <IconButton
          size="sm"
          icon={Undo2}
          flip
          label={t('editor.undo')}
          onClick={() => handles.current[lastPart.current]?.undo()}
        />
        <IconButton
          size="sm"
          icon={Redo2}
          flip
          label={t('editor.redo')}
          onClick={() => handles.current[lastPart.current]?.redo()}
        />
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        <FieldMenu fields={fields} onInsert={text => handles.current[lastPart.current]?.insert(text)} />
        <span className="ms-auto text-12 text-muted">{t('parts.html')}</span>
      </div>
      <div className="min-h-0 flex-1 bg-surface">{editor('html', t('parts.html'), t('editor.htmlPlaceholder'))}</div>
    </>
  )
}

function useHints(fields: readonly MergeField[]): readonly FieldHint[] {
  const { t } = useTranslation('templates')
  return useMemo(
    () => [
      ...fields.map(({ name, sample }) => ({ name, sample })),
      ...SENDER_FIELDS.map(name => ({ name, sample: t(`fields.own.${name}`) })),
    ],
    [fields, t],
  )
}

function useProblemsByPart(problems: readonly Problem[]): Record<SourcePart, readonly SourceProblem[]> {
  const { t } = useTranslation('templates')
  return useMemo(() => {
    const of = (part: SourcePart) =>
      problems
        .filter(problem => problem.part === part)
        .map(problem => ({ ...problem, message: problemLine(t, problem) }))
    return { subject: of('subject'), preheader: of('preheader'), html: of('html') }
  }, [problems, t])
}
