import type { Brand } from '@notifly/contracts/brand/brand'
import { useMemo } from 'react'
import { BlockView } from './canvas/Canvas.tsx'
import { mailWidth } from './canvas/styles.ts'
import { looksOf, lookOf } from './mjml/look.ts'
import { bodyOf, parseMjml } from './mjml/parse.ts'
import { blocksOf } from './mjml/tree.ts'
import { VisualContext, type VisualShared } from './visual-context.ts'
import './visual.css'

const nothing = () => {}

/** A mail of blocks as a picture. */
export function MailPicture({ mjml, brand }: { mjml: string; brand: Brand | undefined }) {
  const { root } = useMemo(() => parseMjml(mjml), [mjml])
  if (!root) return null
  const looks = looksOf(root)
  const body = bodyOf(root)
  const look = lookOf(body, looks)
  const visual = { root, chosen: null, choose: nothing, edit: nothing, undo: nothing, redo: nothing }
  const shared: VisualShared = {
    visual: { ...visual, canUndo: false, canRedo: false },
    looks,
    brand,
    fields: [],
    mayWrite: false,
    problems: new Map(),
    unknown: new Set(),
    undraggable: new Set(),
    view: undefined,
    onView: nothing,
    start: undefined,
    beginWriting: nothing,
    endWriting: nothing,
    isLinkOpen: false,
    onLinkOpen: nothing,
  }
  return (
    <VisualContext value={shared}>
      <div inert className="mail-canvas min-h-full" style={{ backgroundColor: look['background-color'] }}>
        <div className="mx-auto" style={{ width: mailWidth(look) }}>
          {blocksOf(body).map(block => (
            <BlockView key={block.id} block={block} />
          ))}
        </div>
      </div>
    </VisualContext>
  )
}
