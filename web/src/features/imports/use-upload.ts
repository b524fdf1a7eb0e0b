import {
  type ColumnPreview,
  IMPORT_EXTENSIONS,
  IMPORT_MAX_BYTES,
  UnknownColumns,
  type Verification,
  verifyImport,
  verifyPhonebook,
} from '@notifly/contracts/imports/imports'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import type { SentenceLike } from '../../locales/translate-sentence.ts'
import { clearStoredCheck, storeCheck, type StoredCheck, readCheck } from './stored-check.ts'

/** The call that checks a file, and the field of the form that contains the file. */
export interface ImportTarget {
  kind: 'audience' | 'phonebook'
  endpoint: typeof verifyImport | typeof verifyPhonebook
  field: string
}

export const AUDIENCE_FILE: ImportTarget = { kind: 'audience', endpoint: verifyImport, field: 'file' }
export const PHONEBOOK_FILE: ImportTarget = { kind: 'phonebook', endpoint: verifyPhonebook, field: 'upload_csv_file' }

/** Why a file was refused: a key of the contract, or the server's own sentence. */
export interface Refusal {
  said: SentenceLike
  /** The file's columns, if the required one is missing. */
  columns?: ColumnPreview[] | undefined
}

/** Fields of the form beside the file: the mapping of columns, and the country of phone numbers. */
export type UploadValues = Readonly<Record<string, string>>

export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; sentBytes: number; totalBytes: number }
  | { step: 'checking'; file: File }
  | { step: 'refused'; file: File; refusal: Refusal }
  | { step: 'checked'; file: File | StoredCheck['file']; verification: Verification }

export interface Upload {
  state: UploadState
  target: ImportTarget
  /**
   * Sends a file to be checked; one that is under way is given up. What `values` say is kept for the next file, but for
   * the mapping, which belongs to this one.
   */
  start: (file: File, values?: UploadValues) => void
  /** Gives up, and forgets the file. */
  stop: () => void
}

export interface CheckedFile {
  /** The id of a checked import that is to be shown again. */
  id: string | undefined
  /** Notes the one that is shown now, or that there is none any more. */
  onChange: (id: string | undefined) => void
}

/** The upload and the checks of an audience file. */
export function useUpload(target: ImportTarget, { id, onChange }: CheckedFile): Upload {
  const [state, setState] = useState(() => checkedBefore(target, id))
  const running = useRef<AbortController>(undefined)
  const kept = useRef<UploadValues>({})

  const stop = useCallback(() => {
    running.current?.abort()
    if (id !== undefined) {
      clearStoredCheck(id)
      onChange(undefined)
    }
    setState({ step: 'idle' })
  }, [id, onChange])

  const start = useCallback(
    (file: File, given: UploadValues = {}) => {
      running.current?.abort()
      const { mapping: _, ...lasting } = { ...kept.current, ...given }
      kept.current = lasting
      const values = { ...lasting, ...given }
      const refusal = refusalBefore(file)
      if (refusal) return setState({ step: 'refused', file, refusal })
      const controller = new AbortController()
      running.current = controller
      const report = (next: UploadState) => {
        if (controller.signal.aborted) return
        setState(next)
        if (next.step !== 'checked') return
        const { name, size } = next.file
        const { verification } = next
        if (storeCheck({ kind: target.kind, file: { name, size }, verification })) onChange(verification.corelation_id)
      }
      report({ step: 'sending', file, sentBytes: 0, totalBytes: file.size })
      send({ target, file, values }, controller.signal, report).catch((error: unknown) => {
        if (!(error instanceof ApiError)) {
          if (!controller.signal.aborted) throw error
          return
        }
        const columns = UnknownColumns.safeParse(error.data).data?.columns
        report({ step: 'refused', file, refusal: { said: error.errors[0] ?? error, columns } })
      })
    },
    [target, onChange],
  )

  useEffect(() => () => running.current?.abort(), [])
  return { target, state, start, stop }
}

function checkedBefore(target: ImportTarget, id: string | undefined): UploadState {
  const check = id === undefined ? undefined : readCheck(id)
  return check?.kind === target.kind ? { step: 'checked', ...check } : { step: 'idle' }
}

interface Sending {
  target: ImportTarget
  file: File
  values: UploadValues
}

async function send(
  { target, file, values }: Sending,
  signal: AbortSignal,
  report: (state: UploadState) => void,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  form.append(target.field, file)
  const { data } = await upload(target.endpoint, {}, form, {
    signal,
    onProgress: (sentBytes, totalBytes) =>
      report(sentBytes < totalBytes ? { step: 'sending', file, sentBytes, totalBytes } : { step: 'checking', file }),
  })
  report({ step: 'checked', file, verification: data })
}

/** Errors that can be found without sending the file. */
function refusalBefore(file: File): Refusal | undefined {
  const extension = file.name.split('.').at(-1)?.toLowerCase()
  if (!IMPORT_EXTENSIONS.some(each => each === extension)) return { said: { key: 'wrongKind' } }
  return file.size > IMPORT_MAX_BYTES ? { said: { key: 'csvFile2mb' } } : undefined
}
