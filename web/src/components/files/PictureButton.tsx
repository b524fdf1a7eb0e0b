import { ASSET_MAX_BYTES, ICON_EXTENSIONS, uploadAsset } from '@notifly/contracts/assets/assets'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { say } from '../../locales/say.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'

export interface PictureButtonProps {
  /** Name of the field that the picture is for. */
  label: string
  onTaken: (address: string) => void
  /** Undefined takes an earlier message away. */
  onFailure: (message: string | undefined) => void
}

/** Uploads a picture from the reader's machine; it gets an address of ours. */
export function PictureButton({ label, onTaken, onFailure }: PictureButtonProps) {
  const { t } = useTranslation('messages')
  const { take, isSending } = usePictureUpload(onTaken, onFailure)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('push.pictureFile', { label })}
        accept={ICON_EXTENSIONS.map(extension => `.${extension}`).join()}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again.
          event.currentTarget.value = ''
          if (file !== undefined) take(file)
        }}
      />
      <Button
        size="sm"
        icon={ImageUp}
        loading={isSending}
        aria-label={t('push.uploadOf', { label })}
        onClick={() => picker.current?.click()}
      >
        {t('push.upload')}
      </Button>
    </>
  )
}

interface PictureUpload {
  take: (file: File) => void
  isSending: boolean
}

/** Uploads a public picture and tells its address, or why it was not taken. */
function usePictureUpload(
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
