import type { TemplateContent, TemplateVersion } from '@notifly/contracts/templates'
import { type ReactNode, useState } from 'react'
import type { SavedState } from './content.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import type { EditorState } from './use-editor.ts'
import { VersionsDrawer } from './VersionsDrawer.tsx'

export interface VersionHistoryProps<Content> {
  /** Absent while the template is new: then there is no history. */
  uuid: string | undefined
  state: EditorState<Content>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How the content of a version looked. */
  look: (content: TemplateContent) => ReactNode
  mayRestore: boolean
  /** What the server has now, after an earlier version was restored. */
  reload: () => Promise<SavedState<Content>>
}

/** The earlier versions of a template: their list, one of them as it looked, and the way back to it. */
export function VersionHistory<Content>(props: VersionHistoryProps<Content>) {
  const { uuid, state, open, onOpenChange, look, mayRestore, reload } = props
  const [looked, setLooked] = useState<TemplateVersion>()
  if (uuid === undefined) return null
  return (
    <>
      <VersionsDrawer
        uuid={uuid}
        open={open}
        onOpenChange={onOpenChange}
        onLook={version => {
          onOpenChange(false)
          setLooked(version)
        }}
      />
      {looked && (
        <RestoreDialog
          uuid={uuid}
          version={looked}
          look={look}
          dirty={state.dirty}
          mayRestore={mayRestore}
          onClose={() => {
            setLooked(undefined)
            onOpenChange(true)
          }}
          onRestored={async () => {
            state.replace(await reload())
            setLooked(undefined)
          }}
        />
      )}
    </>
  )
}
