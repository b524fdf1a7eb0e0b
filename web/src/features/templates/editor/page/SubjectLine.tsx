import type { Problem } from '@notifly/contracts/templates/templates'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeEditor, type CodeEditorHandle } from '../../../../components/email/code/CodeEditor.tsx'
import { FieldMenu, useMergeFields } from '../../../../components/email/FieldMenu.tsx'
import { problemLine } from '../../../../components/email/problem-words.ts'
import { controlClass } from '../../../../ui/controls/control-style.ts'
import { cx } from '../../../../ui/cx.ts'
import type { EditorState } from '../use-editor.ts'

interface SubjectLineProps {
  state: EditorState
  problems: readonly Problem[]
  handle: RefObject<CodeEditorHandle | null>
}

/** What the mail is about, with merge fields. */
export function SubjectLine({ state, problems, handle }: SubjectLineProps) {
  const { t } = useTranslation('templates')
  const fields = useMergeFields()
  const own = useMemo(
    () =>
      problems
        .filter(problem => problem.part === 'subject')
        .map(problem => ({ ...problem, message: problemLine(t, problem) })),
    [problems, t],
  )
  return (
    <div className="flex min-w-60 flex-1 items-center gap-2 max-sm:flex-none max-sm:flex-wrap">
      <span
        aria-hidden
        className="shrink-0 text-12 text-muted max-sm:w-full max-sm:text-13 max-sm:font-medium max-sm:text-ink"
      >
        {t('parts.subject')}
      </span>
      <div className={cx(controlClass({ size: 'sm', quiet: true }), 'max-sm:w-auto! max-sm:flex-1')}>
        <CodeEditor
          ref={handle}
          kind="line"
          label={t('parts.subject')}
          placeholder={t('editor.subjectPlaceholder')}
          value={state.content.subject}
          fields={fields}
          readOnly={!state.maySave}
          problems={own}
          onFocus={() => {}}
          onChange={subject => state.change({ subject })}
        />
      </div>
      {state.maySave && <FieldMenu fields={fields} onInsert={field => handle.current?.insert(field)} />}
    </div>
  )
}
