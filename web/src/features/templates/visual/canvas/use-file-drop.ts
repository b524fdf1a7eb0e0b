import { dropTargetForExternal, monitorForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter'
import { containsFiles, getFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file'
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { kindOf } from '../model/kinds.ts'
import { blockAt } from '../model/places.ts'
import type { ImageIntake, ImageTarget } from '../use-image-intake.ts'
import { useVisualShared } from '../visual-context.ts'
import { dropAt, type Line } from './drop.ts'

/** What shows where a dragged file goes: a line between blocks, or the image that it takes the place of. */
export interface FileMark {
  line?: Line
  image?: number
}

/** Takes image files that are dragged over the mail, or pasted while nobody is writing. */
export function useFileDrop(area: RefObject<HTMLElement | null>, intake: ImageIntake): FileMark | undefined {
  const { visual, mayWrite } = useVisualShared()
  const [mark, setMark] = useState<FileMark>()
  const latest = useRef({ root: visual.root, intake })
  useEffect(() => {
    latest.current = { root: visual.root, intake }
  })
  useEffect(() => {
    const element = area.current
    if (!element || !mayWrite) return
    const stopTarget = dropTargetForExternal({
      element,
      canDrop: containsFiles,
      onDrag: ({ location }) => setMark(placed(latest.current.root, element, location.current.input)?.mark),
      onDragLeave: () => setMark(undefined),
      onDrop: ({ source, location }) => {
        setMark(undefined)
        const found = placed(latest.current.root, element, location.current.input)
        if (found) latest.current.intake.put(getFiles({ source }), found.target)
      },
    })
    // A file that misses the mail must not take the place of the page.
    const stopMonitor = monitorForExternal({
      onDragStart: () => preventUnhandled.start(),
      onDrop: () => preventUnhandled.stop(),
    })
    return () => {
      stopTarget()
      stopMonitor()
      preventUnhandled.stop()
    }
  }, [area, mayWrite])
  useEffect(() => {
    if (!mayWrite) return
    const take = (event: ClipboardEvent) => {
      const files = imagesOf(event)
      if (files.length === 0) return
      event.preventDefault()
      latest.current.intake.put(files, latest.current.intake.nearChosen())
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [mayWrite])
  return mark
}

/** Who writes pastes text, where the clipboard has some beside its image. */
function imagesOf({ clipboardData, target }: ClipboardEvent): readonly File[] {
  const writing =
    target instanceof Element ? target.closest('input, textarea, .cm-editor, [contenteditable="true"]') : null
  const isText = writing?.matches('[contenteditable="true"]') === true && !clipboardData?.types.includes('text/html')
  if (writing && !isText) return []
  return [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}

type Root = Parameters<typeof blockAt>[0]

function placed(
  root: Root,
  area: HTMLElement,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
): { target: ImageTarget; mark: FileMark } | undefined {
  const under = area.ownerDocument.elementFromPoint(x, y)?.closest('[data-block]')
  const id = under instanceof HTMLElement ? Number(under.dataset['block']) : null
  const block = blockAt(root, id)?.block
  if (block && kindOf(block) === 'image') return { target: { image: block.id }, mark: { image: block.id } }
  const drop = dropAt({ root, area, x, y, level: 'content' })
  return drop && { target: { slot: drop.slot }, mark: { line: drop.line } }
}
