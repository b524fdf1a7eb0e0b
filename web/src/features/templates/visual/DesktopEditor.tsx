import type { Problem } from '@notifly/contracts/templates/templates'
import { Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { partsOf } from '../../../components/email/content.ts'
import { ContactPicker } from '../../../components/email/ContactPicker.tsx'
import { PreviewPane, ViewChoice } from '../../../components/email/PreviewPane.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { cx } from '../../../ui/cx.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { ClientLimits, LinkChecks } from '../editor/MailChecks.tsx'
import { ProblemsPanel } from '../editor/ProblemsPanel.tsx'
import { Canvas } from './canvas/Canvas.tsx'
import { isWrittenInPlace, kindOf } from './model/kinds.ts'
import { hasOwnStyles } from './model/own-styles.ts'
import { blockAt } from './model/places.ts'
import { BlockPanel } from './panels/BlockPanel.tsx'
import { Palette } from './panels/Palette.tsx'
import { SettingsPanel } from './panels/SettingsPanel.tsx'
import { StructureTree } from './panels/StructureTree.tsx'
import { SubjectLine } from './panels/SubjectLine.tsx'
import { TextToolbar } from './text/TextToolbar.tsx'
import { useProblemActs } from './use-problem-acts.ts'
import type { VisualEditorProps } from './visual-props.ts'
import { useVisualShared } from './visual-context.ts'

type Side = 'blocks' | 'preview' | 'block' | 'settings'

/** Blocks and structure at the start, the mail in the middle, its preview or the chosen block at the end. */
export function DesktopEditor(props: VisualEditorProps) {
  const { state, preview, view, onView, onAs } = props
  const { t } = useTranslation('visual')
  const { visual, beginWriting, fields } = useVisualShared()
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
    if (block && isWrittenInPlace(block)) beginWriting({})
    else focusPanel()
  }
  const { goTo, mend, placeOf } = useProblemActs({ state, onField: focusPanel })
  const problems: readonly Problem[] = preview.data?.problems ?? []
  const blocks = (
    <>
      <Palette />
      <StructureTree onOpen={open} />
    </>
  )
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-3 py-1">
        <UndoTools />
        <SubjectLine state={state} fields={fields} problems={problems} />
        <ViewChoice view={view} onView={next => (onView(next), setSide('preview'))} />
        <ContactPicker current={preview.data?.contact ?? null} onChoose={onAs} />
      </div>
      <div
        className={cx(
          'grid min-h-0 flex-1',
          isNarrow ? 'grid-cols-[18rem_minmax(0,1fr)]' : 'grid-cols-[14.5rem_minmax(0,1fr)_22rem]',
        )}
      >
        {!isNarrow && (
          <div className="relative flex min-h-0 flex-col overflow-y-auto border-e border-line bg-surface">{blocks}</div>
        )}
        {isNarrow && (
          <SidePanel side={side} onSide={setSide} withBlocks panel={panel}>
            {side === 'blocks' ? blocks : <SideContent {...props} side={side} />}
          </SidePanel>
        )}
        <div className="flex min-h-0 min-w-0 flex-col">
          <TextToolbar />
          {hasOwnStyles(visual.root) && (
            <p className="border-b border-line bg-sunken px-3 py-1.5 text-12 text-ink-2">{t('settings.ownStyles')}</p>
          )}
          <Canvas />
          <ProblemsPanel
            problems={problems}
            sizeBytes={preview.isStale ? undefined : preview.data?.size_bytes}
            onGoTo={goTo}
            onMend={mend}
            placeOf={placeOf}
          >
            <ClientLimits limits={preview.data?.client_limits ?? []} />
            <LinkChecks content={partsOf(state.content)} />
          </ProblemsPanel>
        </div>
        {!isNarrow && (
          <SidePanel side={side === 'blocks' ? 'preview' : side} onSide={setSide} panel={panel}>
            <SideContent {...props} side={side} />
          </SidePanel>
        )}
      </div>
    </div>
  )
}

function UndoTools() {
  const { t } = useTranslation('templates')
  const { visual } = useVisualShared()
  return (
    <span className="-me-2 flex shrink-0 items-center">
      <IconButton
        size="sm"
        icon={Undo2}
        flip
        label={t('editor.undo')}
        disabled={!visual.canUndo}
        onClick={visual.undo}
      />
      <IconButton
        size="sm"
        icon={Redo2}
        flip
        label={t('editor.redo')}
        disabled={!visual.canRedo}
        onClick={visual.redo}
      />
      <span aria-hidden className="mx-2 h-5 w-px bg-line" />
    </span>
  )
}

interface SidePanelProps {
  side: Side
  onSide: (side: Side) => void
  withBlocks?: boolean
  panel: React.RefObject<HTMLDivElement | null>
  children: ReactNode
}

function SidePanel({ side, onSide, withBlocks = false, panel, children }: SidePanelProps) {
  const { t } = useTranslation('visual')
  const { visual } = useVisualShared()
  const block = blockAt(visual.root, visual.chosen)?.block
  const sides: readonly Side[] = withBlocks
    ? ['blocks', 'preview', 'block', 'settings']
    : ['preview', 'block', 'settings']
  const names = { blocks: t('palette.title'), preview: t('panel.preview'), settings: t('panel.settings') }
  const labelOf = (each: Side) =>
    each === 'block' ? (block ? t(`kinds.${kindOf(block)}`) : t('panel.block')) : names[each]
  return (
    <aside
      aria-label={t('panel.label')}
      className={cx('flex min-h-0 flex-col bg-surface', withBlocks ? 'border-e border-line' : 'border-s border-line')}
    >
      <div className="border-b border-line px-3 py-2">
        <Segmented
          size="sm"
          block
          aria-label={t('panel.label')}
          value={side}
          onChange={onSide}
          segments={sides.map(value => ({ value, label: labelOf(value) }))}
        />
      </div>
      <div ref={panel} className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
        {children}
      </div>
    </aside>
  )
}

function SideContent({ side, state, preview, view, onHtml }: VisualEditorProps & { side: Side }) {
  if (side === 'block') {
    return (
      <div className="p-4">
        <BlockPanel />
      </div>
    )
  }
  if (side === 'settings') {
    return (
      <div className="p-4">
        <SettingsPanel state={state} generated={preview.data?.text_source} onHtml={onHtml} />
      </div>
    )
  }
  // As wide as a mail on a screen, at half its size.
  return (
    <div className={cx('min-h-0 flex-1', (view === 'desktop' || view === 'dark') && '[zoom:0.5]')}>
      <PreviewPane preview={preview} view={view} />
    </div>
  )
}
