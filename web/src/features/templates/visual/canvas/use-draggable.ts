import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'
import type { NewBlock } from '../model/new-blocks.ts'

/** What is dragged: a block of the mail, or a new one. */
export type Dragged = { id: number; block?: undefined } | { block: NewBlock; id?: undefined }

/** Makes an element draggable; true while it is on its way. `picture` is what is seen under the pointer instead. */
export function useDraggable(
  host: RefObject<HTMLElement | null>,
  dragged: Dragged,
  enabled: boolean,
  picture?: RefObject<HTMLElement | null>,
): boolean {
  const [isDragged, setDragged] = useState(false)
  const { id, block } = dragged
  useEffect(() => {
    const element = host.current
    if (!element || !enabled) return
    return draggable({
      element,
      getInitialData: () => ({ visual: id === undefined ? { block } : { id } }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        if (picture?.current) nativeSetDragImage?.(picture.current, 0, 0)
      },
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [host, picture, id, block, enabled])
  return isDragged
}
