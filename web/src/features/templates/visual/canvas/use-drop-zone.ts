import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { levelOf } from '../model/kinds.ts'
import { newBlockLevel } from '../model/new-blocks.ts'
import { holdsSaved } from '../model/saved-marks.ts'
import { useInsertSaved } from '../use-saved-acts.ts'
import { blockAt, moveTo } from '../model/places.ts'
import { addBlock } from '../use-block-acts.ts'
import { useBlockWord } from '../use-block-word.ts'
import { useVisualShared } from '../visual-context.ts'
import { type Drop, dropAt, type Line } from './drop.ts'
import type { Dragged } from './use-draggable.ts'

/** Takes blocks that are dragged over the mail; gives the line of the place under the pointer. */
export function useDropZone(area: RefObject<HTMLElement | null>): Line | undefined {
  const shared = useVisualShared()
  const word = useBlockWord()
  const [line, setLine] = useState<Line>()
  const insertSaved = useInsertSaved()
  const latest = useRef({ shared, word, insertSaved })
  useEffect(() => {
    latest.current = { shared, word, insertSaved }
  })
  useEffect(() => {
    const element = area.current
    if (!element) return
    const placeOf = (data: Record<string | symbol, unknown>, input: { clientX: number; clientY: number }) => {
      const dragged = data['visual'] as Dragged | undefined
      return dragged && placed(dragged, latest.current.shared.visual.root, element, input)
    }
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['visual'] !== undefined,
      onDrag: ({ source, location }) => setLine(placeOf(source.data, location.current.input)?.line),
      onDragLeave: () => setLine(undefined),
      onDrop: ({ source, location }) => {
        setLine(undefined)
        const dragged = source.data['visual'] as Dragged
        const slot = placeOf(source.data, location.current.input)?.slot
        if (!slot) return
        const { visual, brand } = latest.current.shared
        if (dragged.block !== undefined) addBlock(visual, dragged.block, { brand, word: latest.current.word }, slot)
        else if (dragged.saved) latest.current.insertSaved(dragged.saved, slot)
        else visual.edit(root => moveTo(root, dragged.id, slot), { chosen: dragged.id })
      },
    })
  }, [area])
  return line
}

function placed(
  dragged: Dragged,
  root: Parameters<typeof blockAt>[0],
  area: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Drop | undefined {
  if (dragged.block !== undefined) {
    const isFree = dragged.block === 'repeat' || dragged.block === 'condition'
    return dropAt({ root, area, x: clientX, y: clientY, level: isFree ? 'content' : newBlockLevel(dragged.block) })
  }
  if (dragged.saved) return dropAt({ root, area, x: clientX, y: clientY, level: dragged.saved.place, isSaved: true })
  const found = blockAt(root, dragged.id)
  if (!found) return undefined
  const { block, path } = found
  const pointer = { root, area, x: clientX, y: clientY, without: block.id }
  return dropAt({ ...pointer, level: levelOf(block, path), isSaved: holdsSaved(block) })
}
