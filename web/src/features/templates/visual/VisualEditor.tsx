import { readBrand } from '@notifly/contracts/brand/brand'
import type { Problem } from '@notifly/contracts/templates/templates'
import { type ReactNode, useMemo, useState } from 'react'
import type { EditorView } from 'prosemirror-view'
import { useRead } from '../../../api/queries.ts'
import { useMergeFields } from '../../../components/email/FieldMenu.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { DesktopEditor } from './DesktopEditor.tsx'
import { FaultCard } from './FaultCard.tsx'
import { looksOf } from './mjml/look.ts'
import type { ElementNode } from './mjml/tree.ts'
import { isWrittenInPlace } from './model/kinds.ts'
import { problemsByBlock } from './model/outline.ts'
import { blockAt } from './model/places.ts'
import { PhoneEditor } from './PhoneEditor.tsx'
import type { WritingStart } from './text/RichText.tsx'
import { useUndoKeys } from './use-undo-keys.ts'
import { useVisual, type Visual } from './use-visual.ts'
import type { VisualEditorProps } from './visual-props.ts'
import { VisualContext, type VisualShared } from './visual-context.ts'
import './visual.css'

const NO_PROBLEMS: readonly Problem[] = []

/** A mail as blocks that anybody can move, write and colour; its MJML is all that is kept. */
export function VisualEditor(props: VisualEditorProps) {
  const { state, preview } = props
  const { visual, fault } = useVisual(state.content.mjml ?? '', mjml => state.change({ mjml }))
  if (fault) return <FaultCard fault={fault} onSource={() => state.change({ mode: 'mjml' })} />
  return (
    <Shared visual={visual} mayWrite={state.maySave} problems={preview.data?.problems ?? NO_PROBLEMS}>
      <Screen {...props} />
    </Shared>
  )
}

function Screen(props: VisualEditorProps) {
  const isPhone = useMediaQuery('(width < 40rem)')
  useUndoKeys()
  return isPhone ? <PhoneEditor {...props} /> : <DesktopEditor {...props} />
}

interface SharedProps {
  visual: Visual
  mayWrite: boolean
  problems: readonly Problem[]
  children: ReactNode
}

function Shared({ visual, mayWrite, problems, children }: SharedProps) {
  const { data: brand } = useRead(readBrand, {})
  const fields = useMergeFields()
  const { root } = visual
  const looks = useMemo(() => looksOf(root), [root])
  const byBlock = useMemo(() => problemsByBlock(root, problems), [root, problems])
  const unknown = useMemo(() => unknownFields(problems), [problems])
  const undraggable = useMemo(() => textWithParents(root, visual.chosen), [root, visual.chosen])
  // A text changes without being another one: whoever looks at it is told each time.
  const [written, setWritten] = useState<{ view: EditorView | undefined }>({ view: undefined })
  const [start, setStart] = useState<WritingStart>()
  const [isLinkOpen, setLinkOpen] = useState(false)
  const shared: VisualShared = {
    visual,
    looks,
    brand,
    fields,
    mayWrite,
    problems: byBlock,
    unknown,
    undraggable,
    view: written.view,
    onView: view => setWritten({ view }),
    start,
    beginWriting: (next = {}) => setStart({ ...next }),
    endWriting: () => {
      setStart(undefined)
      focusStructure()
    },
    isLinkOpen,
    onLinkOpen: setLinkOpen,
  }
  return <VisualContext value={shared}>{children}</VisualContext>
}

function textWithParents(root: ElementNode, chosen: number | null): ReadonlySet<number> {
  const found = blockAt(root, chosen)
  if (!found || !isWrittenInPlace(found.block)) return new Set()
  return new Set([...found.path, found.block].map(({ id }) => id))
}

function unknownFields(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ code, field }) => (code === 'unknown_field' && field !== undefined ? [field] : [])),
  )
}

/** Back to where the keyboard came from. */
function focusStructure(): void {
  document.querySelector<HTMLElement>('[role="tree"] [tabindex="0"]')?.focus()
}
