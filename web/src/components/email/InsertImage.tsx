import type { Image } from '@notifly/contracts/images/images'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ImagePicker } from '../images/ImagePicker.tsx'
import { imageTag } from './image-tag.ts'

/** Puts an image of the library where the cursor was last in the HTML. */
export function InsertImage({ onInsert }: { onInsert: (html: string) => void }) {
  const { t } = useTranslation('templates')
  const [isOpen, setOpen] = useState(false)
  const pick = (image: Image) => {
    setOpen(false)
    onInsert(imageTag(image))
  }
  return (
    <>
      <IconButton size="sm" icon={ImagePlus} label={t('editor.insertImage')} onClick={() => setOpen(true)} />
      {isOpen && <ImagePicker onPick={pick} onClose={() => setOpen(false)} />}
    </>
  )
}
