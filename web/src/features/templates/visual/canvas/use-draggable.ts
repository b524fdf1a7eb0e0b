import type { TemplateBlockRow } from '@notifly/contracts/templates/blocks'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'
import type { NewBlock } from '../model/new-blocks.ts'

/** What is dragged: a block of the mail, a new one, or a saved one. */
export type Dragged =
  | { id: number; block?: undefined; saved?: undefined }
  | { block: NewBlock; id?: undefined; saved?: undefined }
  | { saved: SavedDragged; id?: undefined; block?: undefined }

/** One of the library. */
export type SavedDragged = Pick<TemplateBlockRow, 'uuid' | 'place'>

/** Makes an element draggable; true while it is on its way. `picture` is what is seen under the pointer instead. */
export function useDraggable(
  host: RefObject<HTMLElement | null>,
  dragged: Dragged,
  enabled: boolean,
  picture?: RefObject<HTMLElement | null>,
): boolean {
  const [isDragged, setDragged] = useState(false)
  const data = JSON.stringify(dragged)
  useEffect(() => {
    const element = host.current
    if (!element || !enabled) return
    return draggable({
      element,
      getInitialData: () => ({ visual: JSON.parse(data) as Dragged }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        if (picture?.current) nativeSetDragImage?.(picture.current, 0, 0)
      },
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [host, picture, data, enabled])
  return isDragged
}
