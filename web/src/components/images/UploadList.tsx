import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { cx } from '../../ui/cx.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import type { ImageUpload, ImageUploads } from './use-image-uploads.ts'

interface UploadListProps {
  uploads: ImageUploads
  className?: string
}

/** Images being uploaded, and refused ones. */
export function UploadList({ uploads: { uploads, forget }, className }: UploadListProps) {
  const { t } = useTranslation('images')
  return (
    <ul
      aria-label={t('upload.underWay')}
      aria-live="polite"
      className={cx('divide-y divide-line rounded-3 border border-line bg-surface', className)}
    >
      {uploads.map(upload => (
        <UploadRow key={upload.id} upload={upload} onForget={() => forget(upload.id)} />
      ))}
    </ul>
  )
}

function UploadRow({ upload: { name, share, error }, onForget }: { upload: ImageUpload; onForget: () => void }) {
  const { t } = useTranslation('images')
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <bdi>{name}</bdi>
        </span>
        {error !== undefined && <span className="text-12 text-danger-ink">{error}</span>}
        {error === undefined && (
          <ProgressBar size="thin" className="mt-1.5" label={t('upload.progress', { name })} segments={[{ share }]} />
        )}
      </span>
      {error !== undefined && (
        <IconButton icon={X} size="sm" label={t('upload.dismiss', { name })} onClick={onForget} />
      )}
    </li>
  )
}
