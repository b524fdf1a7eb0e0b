import { ACTIVITY } from '@notifly/contracts/roles/activities'
import {
  listTemplates,
  listTemplateVersions,
  readTemplate,
  readTemplateVersion,
  restoreTemplateVersion,
  type TemplateContent,
  type TemplateVersion,
} from '@notifly/contracts/templates/templates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useReadPage, useWrite } from '../../../api/queries.ts'
import { useDisplay } from '../../../components/display/use-display.ts'
import { useZone } from '../../../components/session/use-zone.ts'
import { ReadFailure } from '../../../components/states/ReadFailure.tsx'
import { translateSentence } from '../../../locales/translate-sentence.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { LoadingNote, Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Badge } from '../../../ui/layout/Badge.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { Pagination } from '../../../ui/table/Pagination.tsx'
import { useApprovalLabel } from '../../../components/approvals/use-approval-label.ts'

export interface VersionsDrawerProps {
  uuid: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onLook: (version: TemplateVersion) => void
}

const PER_PAGE = 10

/** Every version that was ever saved, newest first. */
export function VersionsDrawer({ uuid, open, onOpenChange, onLook }: VersionsDrawerProps) {
  const { t } = useTranslation('templates')
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={t('versions.title')} subtitle={t('versions.lead')}>
      {open && <Versions uuid={uuid} onLook={onLook} />}
    </Drawer>
  )
}

function Versions({ uuid, onLook }: Pick<VersionsDrawerProps, 'uuid' | 'onLook'>) {
  const { t } = useTranslation('templates')
  const { longDate } = useDisplay(useZone())
  const [page, setPage] = useState(1)
  const list = useReadPage(listTemplateVersions, { params: { uuid }, query: { page, per_page: PER_PAGE } })
  if (list.error && !list.data) {
    return (
      <ReadFailure error={list.error} title={t('versions.failed')} onRetry={() => void list.refetch()} framed={false} />
    )
  }
  if (!list.data) {
    return (
      <div className="flex flex-col gap-3">
        <LoadingNote />
        {[1, 2, 3, 4, 5].map(each => (
          <Skeleton key={each} height="2.5rem" />
        ))}
      </div>
    )
  }
  const { total } = list.data.paging
  return (
    <>
      <ol className="-mx-1">
        {list.data.rows.map((row, index) => {
          const isNewest = page === 1 && index === 0
          return (
            <li key={row.version} className="flex items-center gap-3 border-line px-1 py-2.5 not-last:border-b">
              <div className="min-w-0 flex-1">
                <p className="flex items-center gap-2 font-medium">
                  {t('versions.name', { version: row.version })}
                  {isNewest && <Badge type="light-green">{t('versions.inUse')}</Badge>}
                </p>
                <p className="tnum text-12 text-muted">
                  {longDate(row.created_on)}
                  {row.created_by && (
                    <>
                      {' · '}
                      <bdi>{row.created_by}</bdi>
                    </>
                  )}
                </p>
              </div>
              {!isNewest && (
                <Button size="sm" onClick={() => onLook(row)}>
                  {t('versions.look')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {total > PER_PAGE && (
        <div className="-mx-5 border-t border-line">
          <Pagination page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
        </div>
      )}
    </>
  )
}

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
  const approvalLabel = useApprovalLabel(ACTIVITY.templateEmail)
  const { longDate } = useDisplay(useZone())
  const source = useRead(readTemplateVersion, { params: { uuid, version: String(version.version) } })
  const restore = useWrite(restoreTemplateVersion, {
    refreshes: [readTemplate, listTemplateVersions, listTemplates],
    failure: 'form',
    onDone: onRestored,
  })
  return (
    <Dialog
      size="lg"
      bare
      onOpenChange={onClose}
      title={t('versions.name', { version: version.version })}
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
              {approvalLabel(t('versions.restore', { version: version.version }))}
            </Button>
          )}
        </>
      }
    >
      <div className="flex h-140 max-h-[60dvh] flex-col bg-canvas">
        {restore.error && (
          <Alert tone="danger" live className="m-3 mb-0">
            {translateSentence(restore.error)}
          </Alert>
        )}
        {dirty && mayRestore && (
          <Alert tone="warning" className="m-3 mb-0">
            {t('versions.replaces')}
          </Alert>
        )}
        {source.error && (
          <Alert tone="danger" className="m-3">
            {translateSentence(source.error)}
          </Alert>
        )}
        {!source.data && !source.error && (
          <div className="p-4">
            <LoadingNote />
            <Skeleton height="16rem" />
          </div>
        )}
        {source.data && look(source.data)}
      </div>
    </Dialog>
  )
}
