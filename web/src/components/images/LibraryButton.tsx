import { ASSET_ACTIVITIES } from '@notifly/contracts/assets/assets'
import type { Image } from '@notifly/contracts/images/images'
import { Images } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { can, useSession } from '../session/use-session.ts'
import { lazyView } from '../../ui/lazy-view.tsx'

const ImagePicker = lazyView(async () => (await import('./ImagePicker.tsx')).ImagePicker)

interface LibraryButtonProps {
  /** Label of the field that the image is for. */
  label: string
  onTaken: (image: Image) => void
}

/** Selects an image from the library. Hidden from readers who may not see it. */
export function LibraryButton({ label, onTaken }: LibraryButtonProps) {
  const { t } = useTranslation('messages')
  const [isOpen, setOpen] = useState(false)
  const user = useSession()
  if (!ASSET_ACTIVITIES.some(activity => can(user, activity, 'read'))) return null
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
