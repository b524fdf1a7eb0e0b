import { type RefObject, useEffect } from 'react'

/** What toasts leave free: the button that a page or a dialog is for, and feet, which have theirs at the end. */
const KEPT_FREE = '.primary, [data-foot]'
/** Above the edge of the window, and above what is kept free. */
const GAP_PX = 16

/** Keeps the bottom of the toasts above the buttons that they would cover, while any are shown. */
export function useFreePlace(place: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const toasts = place.current
    if (toasts === null || count === 0) return
    let frame = 0
    const move = () => {
      toasts.style.bottom = `${freeBottom(toasts)}px`
    }
    const plan = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(move)
    }
    plan()
    const changes = new MutationObserver(plan)
    changes.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', plan)
    document.addEventListener('scroll', plan, true)
    // A dialog is in its place once it has come in.
    document.addEventListener('transitionend', plan)
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      window.removeEventListener('resize', plan)
      document.removeEventListener('scroll', plan, true)
      document.removeEventListener('transitionend', plan)
    }
  }, [place, count])
}

/** How far from the bottom of the window they cover none of it; the usual place where there is no room above. */
function freeBottom(toasts: HTMLElement): number {
  const { left, right, height } = toasts.getBoundingClientRect()
  const kept = [...document.querySelectorAll(KEPT_FREE)]
    .filter(each => each.checkVisibility())
    .map(each => each.getBoundingClientRect())
    .filter(each => each.left < right && each.right > left)
    .sort((one, other) => other.top - one.top)
  const windowHeight = document.documentElement.clientHeight
  let bottom = windowHeight - GAP_PX
  for (const each of kept) if (each.top < bottom && each.bottom > bottom - height) bottom = each.top - GAP_PX
  return windowHeight - (bottom < height ? windowHeight - GAP_PX : bottom)
}
