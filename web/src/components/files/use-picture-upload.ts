import { ASSET_MAX_BYTES, ICON_EXTENSIONS, uploadAsset } from '@notifly/contracts/assets/assets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { say } from '../../locales/say.ts'
import { formatBytes } from '../../ui/format-bytes.ts'

interface PictureUpload {
  take: (file: File) => void
  isSending: boolean
}

/** Uploads a picture that everybody may see and tells its address, or why it was not taken. */
export function usePictureUpload(
  onTaken: (address: string) => void,
  onFailure: (message: string | undefined) => void,
): PictureUpload {
  const { t, i18n } = useTranslation('messages')
  const [isSending, setSending] = useState(false)
  const take = (file: File): void => {
    const fault = faultOf(file)
    onFailure(fault && t(`push.${fault}`, { size: formatBytes(ASSET_MAX_BYTES, i18n.language) }))
    if (fault !== undefined) return
    const form = new FormData()
    form.append('file', file)
    setSending(true)
    upload(uploadAsset, { query: { purpose: 'icon' } }, form)
      .then(({ data }) => onTaken(data.fullpath))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        onFailure(say(error.errors[0] ?? error))
      })
      .finally(() => setSending(false))
  }
  return { take, isSending }
}

function faultOf(file: File): 'pictureKind' | 'pictureLarge' | undefined {
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!ICON_EXTENSIONS.includes(extension)) return 'pictureKind'
  return file.size > ASSET_MAX_BYTES ? 'pictureLarge' : undefined
}
