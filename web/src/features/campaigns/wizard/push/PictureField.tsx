import { ASSET_MAX_BYTES, ICON_EXTENSIONS, uploadAsset } from '@notifly/contracts/assets'
import type { MergeField } from '@notifly/contracts/audience'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../api/api-error.ts'
import { upload } from '../../../../api/upload.ts'
import { serverText } from '../../../../locales/server-text.ts'
import { Button } from '../../../../ui/Button.tsx'
import { formatBytes } from '../../../../ui/format-bytes.ts'
import { MergeText } from '../MergeText.tsx'

export interface PictureFieldProps {
  label: string
  help: string
  value: string
  onChange: (address: string) => void
  fields: readonly MergeField[]
  error?: string | undefined
  optional?: boolean
}

/** A picture by its address; one that is uploaded gets an address of ours. */
export function PictureField({ label, help, value, onChange, fields, error, optional = false }: PictureFieldProps) {
  const { t } = useTranslation('messages')
  const { take, isSending, failure } = usePictureUpload(onChange)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col gap-2">
      <MergeText
        label={label}
        value={value}
        onChange={onChange}
        fields={fields}
        maxLength={2000}
        address
        help={help}
        error={failure ?? error}
        optional={optional}
        placeholder="https://"
      />
      <div>
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
      </div>
    </div>
  )
}

/** Keeps the address of what was uploaded, or says why it was not taken. */
function usePictureUpload(onTaken: (address: string) => void) {
  const { t, i18n } = useTranslation('messages')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const take = (file: File): void => {
    setFailure(
      faultOf(file, size => t('push.pictureLarge', { size: formatBytes(size, i18n.language) }), t('push.pictureKind')),
    )
    if (faultOf(file, () => 'large', 'kind') !== undefined) return
    const form = new FormData()
    form.append('file', file)
    setSending(true)
    upload(uploadAsset, { query: { purpose: 'icon' } }, form)
      .then(({ data }) => onTaken(data.fullpath))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailure(serverText(error.errors[0]?.message ?? error.message))
      })
      .finally(() => setSending(false))
  }
  return { take, isSending, failure }
}

function faultOf(file: File, large: (most: number) => string, kind: string): string | undefined {
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!ICON_EXTENSIONS.includes(extension)) return kind
  return file.size > ASSET_MAX_BYTES ? large(ASSET_MAX_BYTES) : undefined
}
