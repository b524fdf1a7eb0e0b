import { IMPORT_EXTENSIONS, IMPORT_MAX_BYTES, type Verification, verifyImport } from '@notifly/contracts/imports'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { upload } from '../../../api/upload.ts'

/** Why a file was refused: a key of the contract, or the server's own sentence. */
export interface Refusal {
  key: string | undefined
  message: string
}

export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; sentBytes: number; totalBytes: number }
  | { step: 'checking'; file: File }
  | { step: 'refused'; file: File; refusal: Refusal }
  | { step: 'checked'; file: File; verification: Verification }

export interface Upload {
  state: UploadState
  /** Sends a file to be checked; one that is under way is given up. */
  start: (file: File) => void
  /** Gives up, and forgets the file. */
  stop: () => void
}

/** An audience file on its way to the server and through its checks. */
export function useUpload(): Upload {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)

  const stop = useCallback(() => {
    running.current?.abort()
    setState({ step: 'idle' })
  }, [])

  const start = useCallback((file: File) => {
    running.current?.abort()
    const refusal = refusalBefore(file)
    if (refusal) return setState({ step: 'refused', file, refusal })
    const controller = new AbortController()
    running.current = controller
    const report = (next: UploadState) => {
      if (!controller.signal.aborted) setState(next)
    }
    report({ step: 'sending', file, sentBytes: 0, totalBytes: file.size })
    send(file, controller.signal, report).catch((error: unknown) => {
      if (!(error instanceof ApiError)) {
        if (!controller.signal.aborted) throw error
        return
      }
      report({ step: 'refused', file, refusal: { key: error.errors[0]?.key, message: error.message } })
    })
  }, [])

  useEffect(() => () => running.current?.abort(), [])
  return { state, start, stop }
}

async function send(file: File, signal: AbortSignal, report: (state: UploadState) => void): Promise<void> {
  const form = new FormData()
  form.append('file', file)
  const { data } = await upload(verifyImport, {}, form, {
    signal,
    onProgress: (sentBytes, totalBytes) =>
      report(sentBytes < totalBytes ? { step: 'sending', file, sentBytes, totalBytes } : { step: 'checking', file }),
  })
  report({ step: 'checked', file, verification: data })
}

/** What can be said without sending the file. */
function refusalBefore(file: File): Refusal | undefined {
  const extension = file.name.split('.').at(-1)?.toLowerCase()
  if (!IMPORT_EXTENSIONS.some(each => each === extension)) return { key: 'wrongKind', message: '' }
  return file.size > IMPORT_MAX_BYTES ? { key: 'csvFile2mb', message: '' } : undefined
}
