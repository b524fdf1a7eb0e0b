import { type RefObject, useEffect } from 'react'

/** What toasts must not cover: primary buttons, and footers, which have theirs at the end. */
const NOT_COVERED = '.primary, [data-foot]'
/** Distance from the window's edge and from anything kept free. */
const GAP_PX = 16

/** Keeps the toasts above any buttons that they would cover. */
export function useFreePlace(place: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const toasts = place.current
    if (toasts === null || count === 0) return
    let frame = 0
    const move = () => {
      toasts.style.bottom = `${freeBottom(toasts)}px`
    }
    const scheduleMove = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(move)
    }
    scheduleMove()
    const changes = new MutationObserver(scheduleMove)
    changes.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', scheduleMove)
    document.addEventListener('scroll', scheduleMove, true)
    // A dialog reaches its place at the end of its transition.
    document.addEventListener('transitionend', scheduleMove)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      window.removeEventListener('resize', scheduleMove)
      document.removeEventListener('scroll', scheduleMove, true)
      document.removeEventListener('transitionend', scheduleMove)
    }
  }, [place, count])
}

/**
 * The distance in px from the bottom of the window at which toasts cover none of these; the default distance if there
 * is no room.
 */
function freeBottom(toasts: HTMLElement): number {
  const { left, right, height } = toasts.getBoundingClientRect()
  const kept = [...document.querySelectorAll(NOT_COVERED)]
    .filter(each => each.checkVisibility())
    .map(each => each.getBoundingClientRect())
    .filter(each => each.left < right && each.right > left)
    .sort((one, other) => other.top - one.top)
  const windowHeight = document.documentElement.clientHeight
  let bottom = windowHeight - GAP_PX
  for (const each of kept) if (each.top < bottom && each.bottom > bottom - height) bottom = each.top - GAP_PX
  return windowHeight - (bottom < height ? windowHeight - GAP_PX : bottom)
}
