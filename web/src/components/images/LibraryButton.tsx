import type { Image } from '@notifly/contracts/images/images'
import { Images } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'

const ImagePicker = lazy(async () => ({ default: (await import('./ImagePicker.tsx')).ImagePicker }))

interface LibraryButtonProps {
  /** Name of the field that the image is for. */
  label: string
  onTaken: (image: Image) => void
}

/** Takes an image of the library. */
export function LibraryButton({ label, onTaken }: LibraryButtonProps) {
  const { t } = useTranslation('messages')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Images} aria-label={t('push.libraryOf', { label })} onClick={() => setOpen(true)}>
        {t('push.library')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImagePicker
            onClose={() => setOpen(false)}
            onPick={image => {
              setOpen(false)
              onTaken(image)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
