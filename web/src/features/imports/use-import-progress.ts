import { type ImportProgress, readImport, watchImport } from '@notifly/contracts/imports/imports'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/queries.ts'
import { streamEvents } from '../../api/stream.ts'

const POLL_MS = 1000

/** How far an import is, as the server tells it live; where the stream breaks, it is asked every second instead. */
export function useImportProgress(importId: string): { progress: ImportProgress | undefined; error: ApiError | null } {
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
