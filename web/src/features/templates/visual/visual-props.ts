import type { View } from '../../../components/email/PreviewPane.tsx'
import type { LivePreview } from '../../../components/email/use-preview.ts'
import type { EditorState } from '../editor/use-editor.ts'

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
