import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LucideIcon } from 'lucide-react'
import { Icon } from '../../../../ui/layout/Icon.tsx'
import type { Block } from '../model/kinds.ts'
import { kindOf } from '../model/kinds.ts'
import { useBlockActs } from '../use-block-acts.ts'
import { useVisualShared } from '../visual-context.ts'
import { useDraggable } from './use-draggable.ts'

/** Beside the chosen block: what it is, and what can be done with it without dragging. */
export function BlockTools({ block, drag }: { block: Block; drag: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation('visual')
  const { mayWrite } = useVisualShared()
  const acts = useBlockActs(block.id)
  const grip = useRef<HTMLSpanElement>(null)
  useDraggable(grip, { id: block.id }, mayWrite, drag)
  const act = (icon: LucideIcon, label: string, run: () => void, disabled = false) => (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      disabled={disabled}
      onClick={event => {
        event.stopPropagation()
        run()
      }}
      className="grid size-5 place-items-center rounded-1 hover:bg-accent-hover disabled:opacity-50"
    >
      <Icon of={icon} size={12} />
    </button>
  )
  return (
    <div
      role="toolbar"
      aria-label={t('acts.label')}
      contentEditable={false}
      className="absolute end-0 font-sans tracking-normal bottom-full z-10 flex h-6 items-center gap-0.5 rounded-t-1 bg-accent px-1 text-12 font-medium text-inverse select-none"
    >
      {mayWrite && (
        <span ref={grip} className="grid size-5 cursor-grab place-items-center" title={t('acts.drag')}>
          <Icon of={GripVertical} size={12} />
        </span>
      )}
      <span className="px-0.5 whitespace-nowrap">{t(`kinds.${kindOf(block)}`)}</span>
      {mayWrite && (
        <>
          {act(ArrowUp, t('acts.up'), acts.up, !acts.canUp)}
          {act(ArrowDown, t('acts.down'), acts.down, !acts.canDown)}
          {act(Copy, t('acts.duplicate'), acts.duplicate)}
          {act(Trash2, t('acts.remove'), acts.remove)}
        </>
      )}
    </div>
  )
}
