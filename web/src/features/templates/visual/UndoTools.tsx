import { Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useVisualShared } from './visual-context.ts'

/** A step back, and forth again. */
export function UndoTools({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const { t } = useTranslation('templates')
  const { visual } = useVisualShared()
  const shared = { size, flip: true }
  return (
    <>
      <IconButton {...shared} icon={Undo2} label={t('editor.undo')} disabled={!visual.canUndo} onClick={visual.undo} />
      <IconButton {...shared} icon={Redo2} label={t('editor.redo')} disabled={!visual.canRedo} onClick={visual.redo} />
    </>
  )
}
