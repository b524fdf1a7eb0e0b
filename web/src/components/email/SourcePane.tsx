import type { MergeField } from '@notifly/contracts/contacts/audience'
import type { Problem } from '@notifly/contracts/templates/templates'
import { MAIL_FIELDS } from '@notifly/contracts/templates/sender-fields'
import { Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { controlClass } from '../../ui/controls/control-style.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { CodeEditor, type CodeEditorHandle, type SourceProblem } from './code/CodeEditor.tsx'
import type { FieldHint } from './code/liquid.ts'
import { BODIES, type Body, type EditorContent, sourceOf } from './content.ts'
import { FieldMenu } from './FieldMenu.tsx'
import { InsertImage } from './InsertImage.tsx'
import { problemLine } from './problem-words.ts'
import { TextPart } from './TextPart.tsx'

export type SourcePart = Problem['part']

export type SourceHandles = Record<SourcePart, CodeEditorHandle | null>

export interface SourcePaneProps {
  content: EditorContent
  onChange: (part: Partial<EditorContent>) => void
  fields: readonly MergeField[]
  problems: readonly Problem[]
  handles: RefObject<SourceHandles>
  readOnly?: boolean
  /** Absent if the mail's text part can't be written by hand. */
  textPart?: {
    body: Body
    onBody: (body: Body) => void
    /** The text generated from the HTML, as long as there is no other. */
    generated: string | undefined
  }
  /** More buttons in the line above the source. */
  tools?: ReactNode
}

/**
 * The sources: subject and preheader in one line each, HTML or plain text below. Merge fields are inserted at the last position of the
 * cursor.
 */
export function SourcePane(props: SourcePaneProps) {
  const { content, onChange, fields, problems, handles, readOnly = false, textPart, tools } = props
  const { t } = useTranslation('templates')
  const source = sourceOf(content)
  const lastPart = useRef<SourcePart>(source)
  const body = textPart?.body ?? 'html'
  const partOf = (each: Body) => (each === 'html' ? source : each)
  const target = () => handles.current[lastPart.current] ?? handles.current[partOf(body)]
  const hints = useHints(fields)
  const byPart = useProblemsByPart(problems)
  const editor = (part: SourcePart, label: string, placeholder: string) => (
    <CodeEditor
      ref={handle => {
        handles.current[part] = handle
      }}
      kind={part === 'subject' || part === 'preheader' ? 'line' : part}
      label={label}
      placeholder={placeholder}
      value={content[part] ?? ''}
      onChange={text => onChange({ [part]: text })}
      onFocus={() => {
        lastPart.current = part
      }}
      fields={hints}
      readOnly={readOnly}
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
        <IconButton size="sm" icon={Undo2} flip label={t('editor.undo')} onClick={() => target()?.undo()} />
        <IconButton size="sm" icon={Redo2} flip label={t('editor.redo')} onClick={() => target()?.redo()} />
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        {!readOnly && <FieldMenu mail fields={fields} onInsert={text => target()?.insert(text)} />}
        {body === 'html' && !readOnly && (
          <InsertImage inMjml={source === 'mjml'} onInsert={tag => handles.current[source]?.insert(tag)} />
        )}
        {tools}
        <span className="ms-auto text-12 text-muted">
          {textPart ? (
            <Segmented
              size="sm"
              aria-label={t('textPart.which')}
              value={body}
              onChange={next => {
                lastPart.current = partOf(next)
                textPart.onBody(next)
              }}
              segments={BODIES.map(value => ({ value, label: t(`parts.${partOf(value)}`) }))}
            />
          ) : (
            t(`parts.${source}`)
          )}
        </span>
      </div>
      {/* Hidden rather than unmounted, so that undo history and cursor survive a look at the other part. */}
      <div hidden={body !== 'html'} className="min-h-0 flex-1 bg-surface">
        {editor(
          source,
          t(`parts.${source}`),
          t(source === 'html' ? 'editor.htmlPlaceholder' : 'editor.mjmlPlaceholder'),
        )}
      </div>
      {textPart && (
        <div hidden={body !== 'text'} className={cx('min-h-0 flex-1 flex-col bg-surface', body === 'text' && 'flex')}>
          <TextPart own={content.text} generated={textPart.generated} onChange={text => onChange({ text })}>
            {editor('text', t('parts.text'), t('editor.textPlaceholder'))}
          </TextPart>
        </div>
      )}
    </>
  )
}

function useHints(fields: readonly MergeField[]): readonly FieldHint[] {
  const { t } = useTranslation('templates')
  return useMemo(
    () => [
      ...fields.map(({ name, sample }) => ({ name, sample })),
      ...MAIL_FIELDS.map(name => ({ name, sample: t(`fields.own.${name}`) })),
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
    return {
      subject: of('subject'),
      preheader: of('preheader'),
      html: of('html'),
      mjml: of('mjml'),
      text: of('text'),
    }
  }, [problems, t])
}
