import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import { useDraggable } from '../canvas/use-draggable.ts'
import { NEW_BLOCKS, type NewBlock } from '../model/new-blocks.ts'
import { addBlock } from '../use-block-acts.ts'
import { useBlockWord } from '../use-block-word.ts'
import { useVisualShared } from '../visual-context.ts'
import { SavedList } from './saved/SavedList.tsx'
import { NEW_ICONS } from './kind-icons.ts'

/** Blocks to drag into the mail, or to put after the chosen one by a press. */
export function Palette() {
  const { t } = useTranslation('visual')
  return (
    <section aria-label={t('palette.title')} className="px-4 pt-3 pb-4">
      <h2 className="mb-2 font-semibold">{t('palette.title')}</h2>
      <ul className="grid grid-cols-2 gap-1.5">
        {NEW_BLOCKS.map(block => (
          <li key={block} className="min-w-0">
            <PaletteButton block={block} />
          </li>
        ))}
      </ul>
      <SavedList />
    </section>
  )
}

function PaletteButton({ block }: { block: NewBlock }) {
  const { t } = useTranslation('visual')
  const { visual, brand, mayWrite } = useVisualShared()
  const word = useBlockWord()
  const host = useRef<HTMLButtonElement>(null)
  const isDragged = useDraggable(host, { block }, mayWrite)
  return (
    <button
      ref={host}
      type="button"
      disabled={!mayWrite}
      aria-label={t('palette.add', { block: t(`blocks.${block}`) })}
      onClick={() => addBlock(visual, block, { brand, word })}
      className={cx(
        'flex h-12 w-full flex-col items-center justify-center gap-1 rounded-2 border border-line bg-surface px-0.5 text-12 text-ink-2',
        'hover:border-line-strong hover:bg-hover disabled:text-disabled',
        mayWrite && 'cursor-grab',
        isDragged && 'opacity-50',
      )}
    >
      <Icon of={NEW_ICONS[block]} />
      <span className="max-w-full truncate">{t(`blocks.${block}`)}</span>
    </button>
  )
}
