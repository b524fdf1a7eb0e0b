import { ArrowDown, ArrowUp, Copy, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PreviewPane } from '../../../components/email/PreviewPane.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { WrittenText } from './canvas/WrittenText.tsx'
import { isWrittenInPlace, kindOf } from './model/kinds.ts'
import { blockAt } from './model/places.ts'
import { BlockPanel } from './panels/BlockPanel.tsx'
import { SettingsPanel } from './panels/SettingsPanel.tsx'
import { StructureTree } from './panels/StructureTree.tsx'
import { SubjectLine } from './panels/SubjectLine.tsx'
import { LINE, TEXT } from './text/schema.ts'
import { TextToolbar } from './text/TextToolbar.tsx'
import { useBlockActs } from './use-block-acts.ts'
import type { VisualEditorProps } from './visual-props.ts'
import { useVisualShared } from './visual-context.ts'

const PARTS = ['preview', 'blocks', 'settings'] as const

/** On a phone: the mail as it looks, and its texts and pictures one by one. */
export function PhoneEditor({ state, preview, onHtml }: VisualEditorProps) {
  const { t } = useTranslation(['visual', 'templates'])
  const { visual, fields } = useVisualShared()
  const [part, setPart] = useState<(typeof PARTS)[number]>('preview')
  const names = { preview: t('panel.preview'), blocks: t('structure.title'), settings: t('panel.settings') }
  return (
    <div className="relative flex min-h-0 flex-col bg-surface">
      <div className="flex items-center gap-2 border-b border-line px-3 py-2">
        <Segmented
          size="sm"
          aria-label={t('panel.label')}
          value={part}
          onChange={setPart}
          segments={PARTS.map(value => ({ value, label: names[value] }))}
        />
        <span className="ms-auto flex">
          <IconButton
            icon={Undo2}
            flip
            label={t('templates:editor.undo')}
            disabled={!visual.canUndo}
            onClick={visual.undo}
          />
          <IconButton
            icon={Redo2}
            flip
            label={t('templates:editor.redo')}
            disabled={!visual.canRedo}
            onClick={visual.redo}
          />
        </span>
      </div>
      {part === 'preview' && <PreviewPane preview={preview} view="phone" />}
      {part === 'blocks' && <StructureTree onOpen={visual.choose} />}
      {part === 'settings' && (
        <div className="relative flex flex-col gap-4 overflow-y-auto p-4">
          <SubjectLine state={state} fields={fields} problems={preview.data?.problems ?? []} />
          <SettingsPanel state={state} generated={preview.data?.text_source} onHtml={onHtml} />
        </div>
      )}
      {part === 'blocks' && <BlockSheet />}
    </div>
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
      {block && isWrittenInPlace(block) && (
        <div className="[contain:paint] -mx-1 mb-4 overflow-clip rounded-2 border border-line-control">
          <TextToolbar />
          <WrittenText node={block} schema={block.tag === 'mj-button' ? LINE : TEXT} className="min-h-24 p-3 text-16" />
        </div>
      )}
      <BlockPanel />
      {block && <PhoneActs id={block.id} />}
    </Drawer>
  )
}
