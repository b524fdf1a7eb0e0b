import { readOverview } from '@notifly/contracts/applications/applications'
import { listContacts, listMergeFields, listSegments, readSegment } from '@notifly/contracts/contacts/audience'
import { type ImportProgress, insertImport } from '@notifly/contracts/imports/imports'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh, useRead, useWrite } from '../../api/queries.ts'
import { useDisplay } from '../../components/display/use-display.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { say } from '../../locales/say.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { useImportProgress } from './use-import-progress.ts'

export interface InsertDialogProps {
  importId: string
  /** The reader goes on with something else; the insert does too. */
  onLeave: () => void
  onDone: (segmentUuid: string) => void
  /** Watches again from the start, after a second try was asked for. */
  onRetry: () => void
}

/** Rows on their way into the audience, live. */
export function InsertDialog({ importId, onLeave, onDone, onRetry }: InsertDialogProps) {
  const { t } = useTranslation('audience')
  const { progress, error } = useImportProgress(importId)
  const hasFailed = progress?.state === 'failed'
  useOnceDone(progress, onDone)
  return (
    <Dialog
      open
      onOpenChange={onLeave}
      title={t('import.title')}
      description={hasFailed ? t('import.steps.failed') : t('import.steps.inserting')}
      footer={
        <>
          <Button onClick={onLeave}>{hasFailed ? t('import.back') : t('import.leave')}</Button>
          {hasFailed && <RetryButton importId={importId} progress={progress} onRetry={onRetry} />}
        </>
      }
    >
      {error && !progress ? (
        <ReadFailure error={error} onRetry={onRetry} framed={false} />
      ) : (
        <Rows progress={progress} />
      )}
    </Dialog>
  )
}

function Rows({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useTranslation('audience')
  const { number } = useDisplay()
  const { rows_done: done, rows_total: total } = progress ?? { rows_done: 0, rows_total: 0 }
  const words = t('import.progress', { count: total, done: number(done), total: number(total) })
  return (
    <div className="flex flex-col gap-2">
      <p className="tnum" aria-live="polite">
        {progress ? words : t('import.starting')}
      </p>
      <ProgressBar
        label={t('import.steps.inserting')}
        valueText={words}
        segments={[{ share: total > 0 ? done / total : 0, tone: progress?.state === 'failed' ? 'danger' : 'accent' }]}
      />
      {progress?.state === 'failed' && (
        <Alert tone="danger" title={t('import.stopped')} live>
          {progress.message && say(progress)}
        </Alert>
      )}
    </div>
  )
}

interface RetryButtonProps {
  importId: string
  progress: ImportProgress
  onRetry: () => void
}

/** Asks for the same insert again, under the name that its segment has. */
function RetryButton({ importId, progress, onRetry }: RetryButtonProps) {
  const { t } = useTranslation('audience')
  const segment = useRead(readSegment, { query: { segment_uuid: progress.segment_uuid ?? '' } })
  const insert = useWrite(insertImport, { success: 'silent', onDone: onRetry })
  const name = segment.data?.name
  if (name === undefined) return null
  return (
    <Button
      variant="primary"
      loading={insert.isPending}
      onClick={() => insert.mutate({ params: { uuid: importId }, body: { segment_name: name } })}
    >
      {t('import.again')}
    </Button>
  )
}

/** Tells once that all rows are in, after what they change has been read again. */
function useOnceDone(progress: ImportProgress | undefined, onDone: (segmentUuid: string) => void): void {
  const told = useRef(false)
  const segmentUuid = progress?.state === 'done' ? progress.segment_uuid : null
  useEffect(() => {
    if (segmentUuid === null || told.current) return
    told.current = true
    const changed = [listSegments, listContacts, listMergeFields, readOverview]
    void Promise.all(changed.map(each => refresh(each))).then(() => onDone(segmentUuid))
  }, [segmentUuid, onDone])
}
