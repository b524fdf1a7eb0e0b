import { IMAGE_EXTENSIONS } from '@notifly/contracts/images/images'
import { ImageUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type DropzoneState, useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/layout/Icon.tsx'
import { UploadList } from './UploadList.tsx'
import type { ImageUploads } from './use-image-uploads.ts'

export interface ImageDropZone {
  uploads: ImageUploads
  zone: DropzoneState
  /** Opens the browser's file dialog. */
  browse: () => void
}

const ACCEPT = { 'image/*': IMAGE_EXTENSIONS.map(extension => `.${extension}`) }

/** Accepts images that are dropped into an ImageDrop, pasted or chosen; none if `disabled`. */
export function useImageDrop(uploads: ImageUploads, disabled = false): ImageDropZone {
  const zone = useDropzone({
    noClick: true,
    noKeyboard: true,
    disabled,
    accept: ACCEPT,
    // Rejected files are uploaded too, because the server says why they do not fit.
    onDrop: (accepted, refused) => uploads.add([...accepted, ...refused.map(({ file }) => file)]),
  })
  usePaste(files => uploads.add(files), disabled)
  return { uploads, zone, browse: zone.open }
}

/** The area into which images can be dropped. Shows the progress of uploads above its content. */
export function ImageDrop({ drop: { uploads, zone }, children }: { drop: ImageDropZone; children: ReactNode }) {
  const { t } = useTranslation('images')
  return (
    // The content stays usable even if dropping is disabled.
    <div {...zone.getRootProps({ className: 'relative' })} aria-disabled={undefined}>
      <input {...zone.getInputProps({ 'aria-label': t('upload.files') })} />
      {uploads.uploads.length > 0 && <UploadList uploads={uploads} className="mb-4" />}
      {children}
      {zone.isDragActive && (
        <div className="absolute inset-0 z-1 grid place-items-center rounded-3 border border-dashed border-accent bg-selected">
          <p className="flex items-center gap-2 font-medium">
            <Icon of={ImageUp} />
            {t('upload.drop')}
          </p>
        </div>
      )}
    </div>
  )
}

/** Takes pasted images, unless the focus is in a text field. */
function usePaste(add: (files: readonly File[]) => void, disabled: boolean): void {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    if (disabled) return
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(file => file.type.startsWith('image/'))
      const isWriting = (event.target as Element | null)?.closest?.('input, textarea, [contenteditable="true"]')
      if (files.length === 0 || isWriting) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [disabled])
}
