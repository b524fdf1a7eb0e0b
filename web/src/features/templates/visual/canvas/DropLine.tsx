import type { RefObject } from 'react'
import { boxIn, type Line } from './drop.ts'

/** Where the dragged block will be. */
export function DropLine({ line: { left, top, length, isUpright } }: { line: Line }) {
  const size = isUpright ? { width: 3, height: length } : { height: 3, width: length }
  return (
    <div
      aria-hidden
      data-drop-line
      className="pointer-events-none absolute z-20 -translate-1/2 rounded-full bg-accent"
      style={{ left: isUpright ? left : left + length / 2, top: isUpright ? top + length / 2 : top, ...size }}
    />
  )
}

/** Around the image that a dragged file takes the place of. */
export function DropFrame({ area, id }: { area: RefObject<HTMLElement | null>; id: number }) {
  const box = area.current && boxIn(area.current, id)
  if (!box) return null
  return (
    <div
      aria-hidden
      data-drop-frame
      className="pointer-events-none absolute z-20 bg-accent/20 outline-3 -outline-offset-3 outline-accent outline-solid"
      style={box}
    />
  )
}
