import { ASSET_MAX_BYTES, ICON_EXTENSIONS, uploadAsset } from '@notifly/contracts/assets/assets'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'

export interface PictureButtonProps {
  /** Label of the field that the picture is for. */
  label: string
  onTaken: (address: string) => void
  /** Called with undefined to clear an earlier message. */
  onFailure: (message: string | undefined) => void
}

/** Uploads a picture from the reader's device and returns its address on our server. */
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
          // Cleared so that choosing the same file again fires a change event.
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

/** Uploads a public picture and reports its address, or why it was refused. */
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
        onFailure(translateSentence(error.errors[0] ?? error))
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
