import { useMemo } from 'react'
import { BlockView } from './canvas/Canvas.tsx'
import { mailWidth } from './canvas/styles.ts'
import { looksOf, lookOf } from './mjml/look.ts'
import { bodyOf, parseMjml } from './mjml/parse.ts'
import { blocksOf } from './mjml/tree.ts'
import { CanvasContext, type CanvasShared } from './visual-context.ts'
import './visual.css'

const nothing = () => {}

/** A mail of blocks as a picture. */
export function MailPicture({ mjml }: { mjml: string }) {
  const { root } = useMemo(() => parseMjml(mjml), [mjml])
  if (!root) return null
  const looks = looksOf(root)
  const body = bodyOf(root)
  const look = lookOf(body, looks)
  const shared: CanvasShared = {
    looks,
    mayWrite: false,
    unknown: new Set(),
    undraggable: new Set(),
    beginWriting: nothing,
    chosen: null,
    savedNames: new Map(),
    choose: nothing,
  }
  return (
    <CanvasContext value={shared}>
      <div inert className="mail-canvas min-h-full" style={{ backgroundColor: look['background-color'] }}>
        <div className="mx-auto" style={{ width: mailWidth(look) }}>
          {blocksOf(body).map(block => (
            <BlockView key={block.id} block={block} />
          ))}
        </div>
      </div>
    </CanvasContext>
  )
}
