import { readTemplate, type TemplateContent, type TemplateVersion } from '@notifly/contracts/templates/templates'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { readOptions } from '../../../api/queries.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import type { AnyEditor } from './use-editor.ts'
import { VersionsDrawer } from './VersionsDrawer.tsx'

export interface VersionHistoryProps {
  /** Of the template. */
  uuid: string
  state: AnyEditor
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How the content of a version looked. */
  look: (content: TemplateContent) => ReactNode
}

/** The earlier versions of a template: their list, one of them as it looked, and the way back to it. */
export function VersionHistory({ uuid, state, open, onOpenChange, look }: VersionHistoryProps) {
  const client = useQueryClient()
  const [looked, setLooked] = useState<TemplateVersion>()
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
          mayRestore={state.maySave}
          onClose={() => {
            setLooked(undefined)
            onOpenChange(true)
          }}
          onRestored={async () => {
            state.replace(await client.fetchQuery(readOptions(readTemplate, { params: { uuid } })))
            setLooked(undefined)
          }}
        />
      )}
    </>
  )
}
