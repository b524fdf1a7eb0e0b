/** Front door of templates: the pieces of the editor that campaigns show too. Their words are the namespace templates. */
import { lazy } from 'react'

export { ContactPicker } from './editor/ContactPicker.tsx'
export { useMergeFields } from './editor/FieldMenu.tsx'
export { PreviewPane, type View, ViewChoice } from './editor/PreviewPane.tsx'
export { problemLine } from './editor/problem-words.ts'
export { TestMailDialog } from './editor/TestMailDialog.tsx'
export { usePreview } from './editor/use-preview.ts'

/** The editor of subject, preheader and HTML. It is large: loaded when somebody writes. */
export const SourcePane = lazy(async () => ({ default: (await import('./editor/SourcePane.tsx')).SourcePane }))
