import {
  listTemplates,
  listTemplateVersions,
  readTemplate,
  readTemplateVersion,
  restoreTemplateVersion,
  type TemplateContent,
  type TemplateVersion,
} from '@notifly/contracts/templates/templates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { say } from '../../../locales/say.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

export interface RestoreDialogProps {
  uuid: string
  version: TemplateVersion
  /** How its content looked. */
  look: (content: TemplateContent) => ReactNode
  /** There is unsaved text in the editor, which restoring replaces. */
  dirty: boolean
  mayRestore: boolean
  onClose: () => void
  onRestored: () => void | Promise<void>
}

/** Shows an earlier version as it looked, and makes it the newest one. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { uuid, version, look, dirty, mayRestore, onClose, onRestored } = props
  const { t } = useTranslation(['templates', 'common'])
  const { longDate, number } = useDisplay(useZone())
  const source = useRead(readTemplateVersion, { params: { uuid, version: String(version.version) } })
  const restore = useWrite(restoreTemplateVersion, {
    refreshes: [readTemplate, listTemplateVersions, listTemplates],
    failure: 'form',
    onDone: onRestored,
  })
  return (
    <Dialog
      open
      size="lg"
      bare
      onOpenChange={onClose}
      title={t('versions.name', { version: number(version.version) })}
      description={longDate(version.created_on)}
      footer={
        <>
          <Button onClick={onClose}>{t('common:ui.close')}</Button>
          {mayRestore && (
            <Button
              variant="primary"
              loading={restore.isPending}
              onClick={() => restore.mutate({ params: { uuid }, body: { version: version.version } })}
            >
              {t('versions.restore', { version: number(version.version) })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex h-140 max-h-[60dvh] flex-col bg-canvas">
        {restore.error && (
          <Alert tone="danger" live className="m-3 mb-0">
            {say(restore.error)}
          </Alert>
        )}
        {dirty && mayRestore && (
          <Alert tone="warning" className="m-3 mb-0">
            {t('versions.replaces')}
          </Alert>
        )}
        {source.error && (
          <Alert tone="danger" className="m-3">
            {say(source.error)}
          </Alert>
        )}
        {source.data && look(source.data)}
      </div>
    </Dialog>
  )
}
