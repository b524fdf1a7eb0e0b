import type { Problem } from '@notifly/contracts/templates/templates'
import type { RefObject } from 'react'
import type { CodeEditorHandle } from '../../../../components/email/code/CodeEditor.tsx'
import type { LivePreview } from '../../../../components/email/use-preview.ts'
import { applyFix } from '../problem-fixes.ts'
import type { EditorState } from '../use-editor.ts'
import { MailProblems } from './MailProblems.tsx'
import type { BlockProblems } from './page-props.ts'

interface PageProblemsProps {
  state: EditorState
  preview: LivePreview
  blocks: BlockProblems
  /** Leads to one of a part that the page has. */
  onPart: (problem: Problem) => void
}

/** The problems of a mail of blocks: its editor leads to those in the blocks and mends them, the page around it the others. */
export function PageProblems({ state, preview, blocks, onPart }: PageProblemsProps) {
  return (
    <MailProblems
      state={state}
      preview={preview}
      onGoTo={problem => (isInBlocks(problem) ? blocks.goTo(problem) : onPart(problem))}
      onMend={problem => {
        if (isInBlocks(problem)) blocks.mend(problem)
        else state.change(applyFix(state.content, problem, '').content)
      }}
      mayMend={problem => state.maySave && (!isInBlocks(problem) || blocks.mayMend?.(problem) !== false)}
      placeOf={problem => (isInBlocks(problem) ? blocks.placeOf(problem) : undefined)}
    />
  )
}

function isInBlocks({ part }: Problem): boolean {
  return part === 'html' || part === 'mjml'
}

interface Fields {
  subject: RefObject<CodeEditorHandle | null>
  /** What holds the fields of the other parts. */
  settings: RefObject<HTMLElement | null>
}

/** Puts the cursor into the field of a problem's part, once that is there. */
export function focusField({ subject, settings }: Fields, problem: Problem): void {
  setTimeout(() => {
    if (problem.part === 'subject') subject.current?.goTo(problem)
    else settings.current?.querySelector<HTMLElement>(problem.part === 'text' ? 'textarea' : 'input')?.focus()
  })
}
