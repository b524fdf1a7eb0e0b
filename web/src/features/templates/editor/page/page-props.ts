import type { Problem } from '@notifly/contracts/templates/templates'
import type { ReactNode } from 'react'
import type { View } from '../../../../components/email/PreviewPane.tsx'
import type { LivePreview } from '../../../../components/email/use-preview.ts'
import type { EditorState } from '../use-editor.ts'

/** What an editor of blocks is given, ours and an outside one alike. */
export interface VisualEditorProps {
  state: EditorState
  /** The template that is edited; undefined while it is new. */
  uuid: string | undefined
  preview: LivePreview
  view: View
  onView: (view: View) => void
  /** Whose eyes the preview is looked at with. */
  onAs: (contact: string) => void
  /** Asks for the mail as HTML. */
  onHtml: () => void
}

/**
 * What an editor of blocks gives to the page around it, on wide and narrow screens. Subject, preheader, text part, preview, problems, limits
 * and links are that page's, the same for every editor; the mail itself goes in and out by `state`.
 */
export interface BlockEditor {
  /** Goes a step back and forth, where that is not in the editor itself. */
  tools?: ReactNode
  /** Among the settings: what the editor knows of the whole mail's looks. */
  looks?: ReactNode
  /** Turns to the source of its blocks, where they have one that people write. */
  onSource?: (() => void) | undefined
  problems: BlockProblems
}

/** The problems that are in the blocks; those of the other parts are the page's. */
export interface BlockProblems {
  goTo: (problem: Problem) => void
  mend: (problem: Problem) => void
  /** Whether that can be; all that have a remedy by default. */
  mayMend?: (problem: Problem) => boolean
  /** What has it is called this; undefined for a place among lines. */
  placeOf: (problem: Problem) => string | undefined
}
