import type { Image } from '@notifly/contracts/images/images'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ImagePicker } from '../images/ImagePicker.tsx'
import { imageTag, mjmlImage } from './image-tag.ts'

interface InsertImageProps {
  inMjml?: boolean
  onInsert: (tag: string) => void
}

/** Inserts an image of the library at the last position of the cursor in the source. */
export function InsertImage({ inMjml = false, onInsert }: InsertImageProps) {
  const { t } = useTranslation('templates')
  const [isOpen, setOpen] = useState(false)
  const pick = (image: Image) => {
    setOpen(false)
    onInsert(inMjml ? mjmlImage(image) : imageTag(image))
  }
  return (
    <>
      <IconButton size="sm" icon={ImagePlus} label={t('editor.insertImage')} onClick={() => setOpen(true)} />
      {isOpen && <ImagePicker onPick={pick} onClose={() => setOpen(false)} />}
    </>
  )
}
