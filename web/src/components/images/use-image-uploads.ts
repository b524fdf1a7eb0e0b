import {
  IMAGE_MAX_BYTES,
  type Image,
  listImageFolders,
  listImages,
  uploadImage,
} from '@notifly/contracts/images/images'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { refresh } from '../../api/queries.ts'
import { upload } from '../../api/upload.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'

export interface ImageUpload {
  id: number
  name: string
  /** Share of uploaded bytes, 0 to 1. At 1 the server is processing the image. */
  share: number
  /** Why it was refused; set only after the upload has ended. */
  error?: string
}

export interface ImageUploads {
  /** Images that are uploading, queued or refused. Finished ones are removed. */
  uploads: readonly ImageUpload[]
  add: (files: readonly File[], told?: UploadListeners) => void
  /** Removes a refused image from the list. */
  forget: (id: number) => void
}

/** Callbacks for the images of one `add`. */
export interface UploadListeners {
  onTaken?: (image: Image) => void
  onRefused?: () => void
}

let lastId = 0

/**
 * Uploads images into a folder one after the other, because the server processes one image per application at a time.
 */
export function useImageUploads(folder: string | undefined, onTaken?: (image: Image) => void): ImageUploads {
  const { t } = useTranslation('images')
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([])
  const queue = useRef(Promise.resolve())
  const patch = useCallback((id: number, change: Partial<ImageUpload>) => {
    setUploads(all => all.map(each => (each.id === id ? { ...each, ...change } : each)))
  }, [])
  const removeUpload = useCallback((id: number) => setUploads(all => all.filter(each => each.id !== id)), [])

  const send = async (id: number, file: File, told: UploadListeners): Promise<void> => {
    const form = new FormData()
    form.append('file', file)
    try {
      const onProgress = (sent: number, total: number) => patch(id, { share: total > 0 ? sent / total : 0 })
      const { data } = await upload(uploadImage, { query: { folder_uuid: folder } }, form, { onProgress })
      await Promise.all([listImages, listImageFolders].map(each => refresh(each)))
      removeUpload(id)
      onTaken?.(data)
      told.onTaken?.(data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      patch(id, { error: translateSentence(error.errors[0] ?? error) })
      told.onRefused?.()
    }
  }
  const add = (files: readonly File[], told: UploadListeners = {}): void => {
    const fresh = files.map(file => {
      const size = IMAGE_MAX_BYTES / 1_048_576
      const error = file.size > IMAGE_MAX_BYTES ? t('upload.tooLarge', { size }) : undefined
      return { file, upload: { id: ++lastId, name: file.name, share: 0, ...(error !== undefined && { error }) } }
    })
    setUploads(all => [...all, ...fresh.map(each => each.upload)])
    for (const { file, upload: begun } of fresh) {
      if (begun.error === undefined) queue.current = queue.current.then(() => send(begun.id, file, told))
      else told.onRefused?.()
    }
  }
  return { uploads, add, forget: removeUpload }
}
