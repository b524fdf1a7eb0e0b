import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { MailDesk, type Side } from '../editor/page/MailDesk.tsx'
import type { VisualEditorProps } from '../editor/page/page-props.ts'
import { Canvas } from './canvas/Canvas.tsx'
import { isEditedInline, kindOf } from './model/kinds.ts'
import { hasOwnStyles } from './model/own-styles.ts'
import { blockAt } from './model/places.ts'
import { BlockPanel } from './panels/BlockPanel.tsx'
import { MailLooks } from './panels/MailLooks.tsx'
import { Palette } from './panels/Palette.tsx'
import { StructureTree } from './panels/StructureTree.tsx'
import { TextToolbar } from './text/TextToolbar.tsx'
import { UndoTools } from './UndoTools.tsx'
import { useProblemActs } from './use-problem-acts.ts'
import { useVisualShared } from './visual-context.ts'

/** Blocks and structure at the start, the mail in the middle, its preview or the chosen block at the end. */
export function DesktopEditor(props: VisualEditorProps) {
  const { state } = props
  const { t } = useTranslation('visual')
  const { visual, beginWriting, endWriting } = useVisualShared()
  const isNarrow = useMediaQuery('(width < 68rem)')
  const [side, setSide] = useState<Side>(isNarrow ? 'blocks' : 'preview')
  const [chosen, setChosen] = useState(visual.chosen)
  // A block that was just chosen is what one wants to change.
  if (chosen !== visual.chosen) {
    setChosen(visual.chosen)
    if (visual.chosen !== null && !(isNarrow && side === 'blocks')) setSide('block')
  }
  const panel = useRef<HTMLDivElement>(null)
  const focusPanel = () => {
    setSide('block')
    // Once the panel is there.
    setTimeout(() => panel.current?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus())
  }
  const open = (id: number) => {
    const block = blockAt(visual.root, id)?.block
    visual.choose(id)
    if (block && isEditedInline(block)) beginWriting({})
    else focusPanel()
  }
  const problems = useProblemActs({
    state,
    // Once its row is there.
    onBlock: () => setTimeout(endWriting),
    onField: focusPanel,
  })
  const block = blockAt(visual.root, visual.chosen)?.block
  return (
    <MailDesk
      {...props}
      side={side}
      onSide={setSide}
      isNarrow={isNarrow}
      panel={panel}
      tools={
        <span className="-me-2 flex shrink-0 items-center">
          <UndoTools size="sm" />
          <span aria-hidden className="mx-2 h-5 w-px bg-line" />
        </span>
      }
      blocks={
        <>
          <Palette />
          <StructureTree onOpen={open} />
        </>
      }
      block={{ label: block ? t(`kinds.${kindOf(block)}`) : t('panel.block'), content: <BlockPanel /> }}
      looks={<MailLooks />}
      onSource={() => state.change({ mode: 'mjml' })}
      problems={problems}
    >
      <TextToolbar />
      {hasOwnStyles(visual.root) && (
        <p className="border-b border-line bg-sunken px-3 py-1.5 text-12 text-ink-2">{t('settings.ownStyles')}</p>
      )}
      <Canvas />
    </MailDesk>
  )
}
