import { readBrand } from '@notifly/contracts/brand/brand'
import type { Problem } from '@notifly/contracts/templates/templates'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { EditorView } from 'prosemirror-view'
import { useRead } from '../../../api/queries.ts'
import { useMergeFields } from '../../../components/email/FieldMenu.tsx'
import { useIsPhone } from '../../../ui/use-media-query.ts'
import type { VisualEditorProps } from '../editor/page/page-props.ts'
import { DesktopEditor } from './DesktopEditor.tsx'
import { FaultCard } from './FaultCard.tsx'
import { looksIn } from './mjml/look.ts'
import { headOf } from './mjml/parse.ts'
import type { ElementNode } from './mjml/tree.ts'
import { isEditedInline } from './model/kinds.ts'
import { problemsByBlock } from './model/outline.ts'
import { blockAt } from './model/places.ts'
import { PhoneEditor } from './PhoneEditor.tsx'
import type { WritingStart } from './text/RichText.tsx'
import { useSavedLibrary } from './use-saved-library.ts'
import { useUndoKeys } from './use-undo-keys.ts'
import { useVisual, type Visual } from './use-visual.ts'
import { CanvasContext, VisualContext, type VisualShared } from './visual-context.ts'
import './visual.css'

const NO_PROBLEMS: readonly Problem[] = []

/** A mail as blocks that anybody can move, write and colour; its MJML is all that is kept. */
export function VisualEditor(props: VisualEditorProps) {
  const { state, preview, uuid } = props
  const { visual, fault } = useVisual(state.content.mjml ?? '', mjml => state.change({ mjml }), uuid)
  if (fault) return <FaultCard fault={fault} onSource={() => state.change({ mode: 'mjml' })} />
  return (
    <Shared visual={visual} uuid={uuid} mayWrite={state.maySave} problems={preview.data?.problems ?? NO_PROBLEMS}>
      <Screen {...props} />
    </Shared>
  )
}

function Screen(props: VisualEditorProps) {
  const isPhone = useIsPhone()
  useUndoKeys()
  return isPhone ? <PhoneEditor {...props} /> : <DesktopEditor {...props} />
}

interface SharedProps {
  visual: Visual
  uuid: string | undefined
  mayWrite: boolean
  problems: readonly Problem[]
  children: ReactNode
}

function Shared({ visual, uuid, mayWrite, problems, children }: SharedProps) {
  const { data: brand } = useRead(readBrand, {})
  const fields = useMergeFields()
  const saved = useSavedLibrary()
  const { root } = visual
  const head = headOf(root)
  // Of the head alone: it stays the same while blocks change.
  const looks = useMemo(() => looksIn(head), [head])
  const byBlock = useMemo(() => problemsByBlock(root, problems), [root, problems])
  const names = unknownFields(problems).join()
  const unknown = useMemo(() => new Set(names.split(',')), [names])
  // The first save leads on from the page that had the focus.
  const isContinued = useRef(uuid !== undefined && visual.canUndo)
  useEffect(() => {
    if (isContinued.current && document.activeElement === document.body) focusStructure()
  }, [])
  const { chosen } = visual
  const parents = textWithParents(root, chosen).join()
  const undraggable = useMemo(() => new Set(parents.split(',').map(Number)), [parents])
  // A text changes without being another one: whoever looks at it is told each time.
  const [written, setWritten] = useState<{ view: EditorView | undefined }>({ view: undefined })
  const [start, setStart] = useState<WritingStart>()
  const [isLinkOpen, setLinkOpen] = useState(false)
  const beginWriting = useCallback((next: WritingStart = {}) => setStart({ ...next }), [])
  const latest = useRef(visual)
  useEffect(() => {
    latest.current = visual
  })
  const choose = useCallback((id: number | null) => latest.current.choose(id), [])
  const shared: VisualShared = {
    visual,
    looks,
    brand,
    fields,
    mayWrite,
    problems: byBlock,
    unknown,
    undraggable,
    saved,
    uuid,
    view: written.view,
    onView: view => setWritten({ view }),
    start,
    beginWriting,
    endWriting: () => {
      setStart(undefined)
      focusStructure()
    },
    isLinkOpen,
    onLinkOpen: setLinkOpen,
  }
  const { names: savedNames } = saved
  const canvas = useMemo(
    () => ({ looks, mayWrite, unknown, undraggable, beginWriting, chosen, choose, savedNames }),
    [looks, mayWrite, unknown, undraggable, beginWriting, chosen, choose, savedNames],
  )
  return (
    <VisualContext value={shared}>
      <CanvasContext value={canvas}>{children}</CanvasContext>
    </VisualContext>
  )
}

function textWithParents(root: ElementNode, chosen: number | null): readonly number[] {
  const found = blockAt(root, chosen)
  if (!found || !isEditedInline(found.block)) return []
  return [...found.path, found.block].map(({ id }) => id)
}

function unknownFields(problems: readonly Problem[]): readonly string[] {
  return problems.flatMap(({ code, field }) => (code === 'unknown_field' && field !== undefined ? [field] : []))
}

/** Back to where the keyboard came from. */
function focusStructure(): void {
  document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]')?.focus()
}
