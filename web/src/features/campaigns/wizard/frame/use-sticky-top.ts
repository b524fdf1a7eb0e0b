import { type RefObject, useEffect } from 'react'

const GAP_PX = 24

/** Keeps a column in sight while its neighbour scrolls: by its top, or by its end where it is higher than the window. */
export function useStickyTop(column: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = column.current
    const scroller = element?.closest('[data-scroller]')
    if (!element || !scroller) return
    const place = () => {
      const room = scroller.clientHeight - element.offsetHeight - GAP_PX
      element.style.top = `${Math.min(GAP_PX, room)}px`
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [column])
}
