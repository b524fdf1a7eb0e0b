import type { MergeField } from '@notifly/contracts/contacts/audience'
import type { Problem } from '@notifly/contracts/templates/templates'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeEditor, type CodeEditorHandle } from '../../../../components/email/code/CodeEditor.tsx'
import { FieldMenu } from '../../../../components/email/FieldMenu.tsx'
import { problemLine } from '../../../../components/email/problem-words.ts'
import { controlClass } from '../../../../ui/controls/control-style.ts'
import type { EditorState } from '../../editor/use-editor.ts'

interface SubjectLineProps {
  state: EditorState
  fields: readonly MergeField[]
  problems: readonly Problem[]
}

/** What the mail is about, with merge fields. */
export function SubjectLine({ state, fields, problems }: SubjectLineProps) {
  const { t } = useTranslation('templates')
  const handle = useRef<CodeEditorHandle>(null)
  const own = useMemo(
    () =>
      problems
        .filter(problem => problem.part === 'subject')
        .map(problem => ({ ...problem, message: problemLine(t, problem) })),
    [problems, t],
  )
  return (
    <div className="flex min-w-60 flex-1 items-center gap-2">
      <span aria-hidden className="shrink-0 text-12 text-muted max-sm:sr-only">
        {t('parts.subject')}
      </span>
      <div className={controlClass({ size: 'sm', quiet: true })}>
        <CodeEditor
          ref={handle}
          kind="line"
          label={t('parts.subject')}
          placeholder={t('editor.subjectPlaceholder')}
          value={state.content.subject}
          fields={fields}
          problems={own}
          onFocus={() => {}}
          onChange={subject => state.change({ subject })}
        />
      </div>
      {state.maySave && <FieldMenu fields={fields} onInsert={field => handle.current?.insert(field)} />}
    </div>
  )
}
