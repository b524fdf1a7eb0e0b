import {
  MEDIA_RULES,
  type MediaKind,
  uploadWhatsappMedia,
  uploadWhatsappSample,
} from '@notifly/contracts/whatsapp-templates/whatsapp-templates'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'

export interface MediaUpload {
  file: File | null
  progress: { sentBytes: number; totalBytes: number } | null
  /** The error, in the reader's language. */
  error: string | undefined
  start: (file: File) => void
  /** Cancels the upload and drops the file. */
  stop: () => void
}

/** Called with WhatsApp's name for the uploaded file: the id of media, or the handle of a sample. */
type OnUploaded = (name: string, file: File) => void

/** Uploads a file to WhatsApp: media for a campaign, or a sample for the reviewer of a template. */
export function useMediaUpload(kind: MediaKind, use: 'media' | 'sample', onTaken: OnUploaded): MediaUpload {
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<MediaUpload['progress']>(null)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const taken = useRef(onTaken)
  useEffect(() => void (taken.current = onTaken))
  useEffect(() => () => running.current?.abort(), [])

  const stop = useCallback(() => {
    running.current?.abort()
    setFile(null)
    setProgress(null)
    setError(undefined)
  }, [])

  const start = useCallback(
    (chosen: File) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      setFile(chosen)
      setError(undefined)
      setProgress({ sentBytes: 0, totalBytes: chosen.size })
      send(chosen, { kind, use, signal: controller.signal, onProgress: setProgress })
        .then(name => taken.current(name, chosen))
        .catch((failure: unknown) => {
          if (controller.signal.aborted) return
          if (!(failure instanceof ApiError)) throw failure
          setError(translateSentence(failure.errors[0] ?? failure))
        })
        .finally(() => !controller.signal.aborted && setProgress(null))
    },
    [kind, use],
  )
  return { file, progress, error, start, stop }
}

interface Sending {
  kind: MediaKind
  use: 'media' | 'sample'
  signal: AbortSignal
  onProgress: (progress: { sentBytes: number; totalBytes: number }) => void
}

async function send(file: File, { kind, use, signal, onProgress }: Sending): Promise<string> {
  const form = new FormData()
  form.append('file', file)
  const options = {
    signal,
    onProgress: (sentBytes: number, totalBytes: number) => onProgress({ sentBytes, totalBytes }),
  }
  if (use === 'media') return (await upload(uploadWhatsappMedia, { query: { kind } }, form, options)).data.media_id
  return (await upload(uploadWhatsappSample, { query: { kind } }, form, options)).data.handle
}

/** The accepted MIME types with their extensions, for the browser's file dialog. */
export function acceptOf(kind: MediaKind): Record<string, string[]> {
  const types: Record<string, string[]> = {}
  for (const [ending, type] of Object.entries(MEDIA_RULES[kind].types)) (types[type] ??= []).push(`.${ending}`)
  return types
}
