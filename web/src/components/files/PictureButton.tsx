import { ICON_EXTENSIONS } from '@notifly/contracts/assets/assets'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

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
