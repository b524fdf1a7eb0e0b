import { readOverview } from '@notifly/contracts/applications/applications'
import { listContacts, listMergeFields, listSegments, readSegment } from '@notifly/contracts/contacts/audience'
import { type ImportProgress, insertImport, readImport, watchImport } from '@notifly/contracts/imports/imports'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/api-error.ts'
import { refresh, useRead, useWrite } from '../../api/queries.ts'
import { announceFailure } from '../../api/signals.ts'
import { streamEvents } from '../../api/stream.ts'
import { ReadFailure } from '../../components/states/ReadFailure.tsx'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

export interface InsertDialogProps {
  importId: string
  /** The reader goes on with something else; the insert does too. */
  onLeave: () => void
  onDone: (segmentUuid: string) => void
  /** Watches again from the start, after a second try was asked for. */
  onRetry: () => void
}

/** The progress of an insert, live. */
export function InsertDialog({ importId, onLeave, onDone, onRetry }: InsertDialogProps) {
  const { t } = useTranslation('audience')
  const { progress, error } = useImportProgress(importId)
  const hasFailed = progress?.state === 'failed'
  useOnceDone(progress, onDone)
  return (
    <Dialog
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
        <ReadFailure error={error} title={t('import.progressFailed')} onRetry={onRetry} framed={false} />
      ) : (
        <Rows progress={progress} />
      )}
    </Dialog>
  )
}

function Rows({ progress }: { progress: ImportProgress | undefined }) {
  const { t } = useTranslation('audience')
  const { rows_done: done, rows_total: total } = progress ?? { rows_done: 0, rows_total: 0 }
  const words = t('import.progress', { count: total, done })
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
          {progress.message && translateSentence(progress)}
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

/** Starts the same insert again, with the same segment name. */
function RetryButton({ importId, progress, onRetry }: RetryButtonProps) {
  const { t } = useTranslation('audience')
  const segment = useRead(readSegment, { query: { segment_uuid: progress.segment_uuid ?? '' } })
  const insert = useWrite(insertImport, { success: 'silent', onDone: onRetry })
  const [isAsking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    const { data, error } = segment.data ? segment : await segment.refetch()
    setAsking(false)
    if (data) insert.mutate({ params: { uuid: importId }, body: { segment_name: data.name } })
    else announceFailure(error)
  }
  return (
    <Button variant="primary" loading={insert.isPending || isAsking} onClick={() => void retry()}>
      {t('import.again')}
    </Button>
  )
}

/** Calls back once all rows are inserted, after the data that they change has been read again. */
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

const POLL_MS = 1000

/** The progress of an import from the server's stream; if the stream breaks, it is polled every second instead. */
function useImportProgress(importId: string): { progress: ImportProgress | undefined; error: ApiError | null } {
  const [streamed, setStreamed] = useState<ImportProgress>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const follow = async () => {
      for await (const event of streamEvents(watchImport, { params: { corelation_id: importId } }, controller.signal)) {
        setStreamed(JSON.parse(event.data) as ImportProgress)
      }
    }
    follow()
      .catch(() => undefined)
      .finally(() => !controller.signal.aborted && setBroken(true))
    return () => controller.abort()
  }, [importId])
  const isOver = streamed?.state === 'done' || streamed?.state === 'failed'
  const asks = isBroken && !isOver
  const asked = useRead(readImport, { params: { corelation_id: importId } }, { enabled: asks, pollMs: asks && POLL_MS })
  return { progress: asks ? (asked.data ?? streamed) : streamed, error: asked.error }
}
