import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import type { VisualEditorProps } from '../editor/page/page-props.ts'
import { type MailPart, MailParts } from '../editor/page/MailParts.tsx'
import { InlineTextEditor } from './canvas/InlineTextEditor.tsx'
import { isEditedInline, kindOf } from './model/kinds.ts'
import { blockAt } from './model/places.ts'
import { BlockPanel } from './panels/BlockPanel.tsx'
import { MailLooks } from './panels/MailLooks.tsx'
import { StructureTree } from './panels/StructureTree.tsx'
import { LINE, TEXT } from './text/schema.ts'
import { TextToolbar } from './text/TextToolbar.tsx'
import { UndoTools } from './UndoTools.tsx'
import { useBlockActs } from './use-block-acts.ts'
import { useProblemActs } from './use-problem-acts.ts'
import { useVisualShared } from './visual-context.ts'

/** On a phone: the mail as it looks, and its texts and pictures one by one. */
export function PhoneEditor(props: VisualEditorProps) {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const [part, setPart] = useState<MailPart>('preview')
  const { state } = props
  const problems = useProblemActs({ state, onBlock: () => setPart('editor') })
  const structure = (
    <>
      <StructureTree onOpen={visual.choose} />
      <BlockSheet />
    </>
  )
  return (
    <MailParts
      {...props}
      part={part}
      onPart={setPart}
      editor={{ label: t('structure.title'), content: structure }}
      tools={<UndoTools />}
      looks={<MailLooks />}
      onSource={() => state.change({ mode: 'mjml' })}
      problems={problems}
    />
  )
}

/** What the structure does with keys elsewhere. */
function PhoneActs({ id }: { id: number }) {
  const { t } = useTranslation('visual')
  const { mayWrite } = useVisualShared()
  const acts = useBlockActs(id)
  if (!mayWrite) return null
  return (
    <div role="toolbar" aria-label={t('acts.label')} className="mt-5 flex gap-2 border-t border-line pt-4">
      <IconButton variant="plain" icon={ArrowUp} label={t('acts.up')} disabled={!acts.canUp} onClick={acts.up} />
      <IconButton
        variant="plain"
        icon={ArrowDown}
        label={t('acts.down')}
        disabled={!acts.canDown}
        onClick={acts.down}
      />
      <IconButton variant="plain" icon={Copy} label={t('acts.duplicate')} onClick={acts.duplicate} />
      <IconButton variant="plain" icon={Trash2} label={t('acts.remove')} className="ms-auto" onClick={acts.remove} />
    </div>
  )
}

/** The chosen block, over the list. */
function BlockSheet() {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const block = blockAt(visual.root, visual.chosen)?.block
  return (
    <Drawer
      open={block !== undefined}
      onOpenChange={open => !open && visual.choose(null)}
      title={block ? t(`kinds.${kindOf(block)}`) : ''}
    >
      {block && isEditedInline(block) && (
        <div className="[contain:paint] -mx-1 mb-4 overflow-clip rounded-2 border border-line-control">
          <TextToolbar />
          <InlineTextEditor
            node={block}
            schema={block.tag === 'mj-button' ? LINE : TEXT}
            className="min-h-24 p-3 text-16"
          />
        </div>
      )}
      <BlockPanel />
      {block && <PhoneActs id={block.id} />}
    </Drawer>
  )
}
